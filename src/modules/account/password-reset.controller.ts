import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags, ApiProperty } from '@nestjs/swagger';
import { CurrentActor, Public, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ClientAddress } from '../../http/negotiation/request';
import { PasswordResetService, PasswordRequestService } from './password-reset.service';
import { presentPasswordReset } from './account.presenter';
import { MAX_EMAIL_LENGTH } from '../../domain/account/email-rule';
import { RequiredLine, RequiredText } from '../../http/validation/field';

const KEY = `1z-mb2x0k5w-${'a'.repeat(43)}`;

class PasswordResetDto {
  @ApiProperty({
    example: `https://survey.example.org/accounts/password/reset/${KEY}/`,
    description: 'Page where the user sets a new password.',
  })
  url!: string;

  @ApiProperty({ example: KEY, description: 'Key in `url`, for `POST /api/v2/password-resets/`.' })
  key!: string;

  @ApiProperty({ example: '2026-03-02T08:00:00.000000Z' })
  date_expires!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ann@example.org',
    description:
      'Address of the account, to which a link is mailed too; null without one, or without `SMTP_URL`.',
  })
  mailed_to!: string | null;
}

class RequestPasswordResetDto {
  @RequiredLine(MAX_EMAIL_LENGTH)
  @ApiProperty({ example: 'ann@example.org', description: 'Username or e-mail address.' })
  username!: string;
}

class CompletePasswordResetDto {
  @RequiredText()
  @ApiProperty({ example: KEY })
  key!: string;

  @RequiredText()
  @ApiProperty({ example: 'correct horse battery staple', minLength: 8 })
  new_password!: string;
}

@ApiTags('Users')
@Controller('api/v2')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Endpoint('POST users/:username/password-reset', {
    summary: 'Create a password reset link',
    description:
      'For superusers. The link can be used once, within 24 hours, until the password changes. Only this response contains it; a mail with another link goes to the address of the account if the operator set `SMTP_URL`.',
    returns: PasswordResetDto,
    fails: {
      400: 'The account is not active.',
      403: 'The caller is not a superuser or uses a delegated credential.',
      404: 'The user does not exist.',
    },
  })
  @SuperuserOnly()
  async createPasswordReset(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @ResponseLinks() links: Links,
  ) {
    return presentPasswordReset(links, await this.resets.issue(actor, username));
  }

  @Endpoint('POST password-resets', {
    summary: 'Set a new password with a reset link',
    description: 'Revokes all credentials of the account.',
    status: 204,
    returns: { description: 'The password is changed.' },
    fails: { 400: 'Validation errors by field.', 404: 'The key is not valid, has expired or was used.' },
  })
  @Public()
  async completePasswordReset(@Body() body: CompletePasswordResetDto) {
    await this.resets.complete(body.key, body.new_password);
  }
}

@ApiTags('Users')
@Controller('api/v2/password-resets/requests')
export class PasswordRequestController {
  constructor(private readonly requests: PasswordRequestService) {}

  @Endpoint('POST', {
    summary: 'Mail a password reset link',
    description:
      'For people who forgot the password. The response is the same whether or not an account exists. Limits per hour: 3 mails for one name, 20 requests from one address.',
    status: 204,
    returns: { description: 'If an account exists and has an e-mail address, the link is on its way.' },
    fails: {
      400: 'Validation errors by field.',
      404: 'This service sends no mail.',
      429: 'Too many requests from this address. See `Retry-After`.',
    },
  })
  @Public()
  async requestPasswordReset(
    @Body() { username }: RequestPasswordResetDto,
    @ClientAddress() address: string | undefined,
  ) {
    await this.requests.request(username, address);
  }
}
