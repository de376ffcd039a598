import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CompletePasswordResetDto, PasswordResetDto } from './dto/password-reset.dto';
import { PasswordResetService } from './password-reset.service';
import { presentPasswordReset } from './user.presenter';

@ApiTags('Users')
@Controller('api/v2')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post('users/:username/password-reset')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Create a password reset link',
    description:
      'For superusers. The link can be used once, within 24 hours, until the password changes. Only this response contains it; a mail with another link goes to the address of the account if the operator set `SMTP_URL`.',
  })
  @ApiCreatedResponse({ type: PasswordResetDto })
  @ApiBadRequestResponse({ description: 'The account is not active.' })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
  @ApiNotFoundResponse({ description: 'The user does not exist.' })
  async createPasswordReset(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @ResponseLinks() links: Links,
  ) {
    return presentPasswordReset(links, await this.resets.issue(actor, username));
  }

  @Post('password-resets')
  @HttpCode(204)
  @Public()
  @ApiOperation({
    summary: 'Set a new password with a reset link',
    description: 'Revokes all credentials of the account.',
  })
  @ApiNoContentResponse({ description: 'The password is changed.' })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiNotFoundResponse({ description: 'The key is not valid, has expired or was used.' })
  async completePasswordReset(@Body() body: CompletePasswordResetDto) {
    await this.resets.complete(body.key, body.new_password);
  }
}
