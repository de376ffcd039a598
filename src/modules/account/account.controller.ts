import { Body, Controller } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, CurrentSession, OwnCredentials, SignedIn, Public } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/browser-session';
import { EMPTY_PAGE, paginate } from '../../domain/page';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { Links, ResponseLinks } from '../../http/url/links';
import { ClientAddress } from '../../http/client-address';
import { CloseAccountDto, PatchProfileDto, ProfileDto, SocialAccountDto } from './profile.dto';
import { ProfileService, type Profile } from './profile.service';
import { createHash } from 'node:crypto';
import type { EmailAddress } from '../../domain/account/email-rule';
import { extraDetailsWithDefaults } from '../../domain/account/extra-details';
import { organizationOf } from '../../domain/account/organization';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { OptionalText, RequiredLine, RequiredText } from '../../http/validation/field';
import { EmailChangeService } from './email-change.service';

@ApiTags('Account')
@Controller('me')
export class AccountController {
  constructor(private readonly profiles: ProfileService) {}

  @Endpoint('GET', { summary: "Get the caller's profile", returns: ProfileDto })
  @SignedIn()
  async getProfile(@CurrentActor() actor: UserActor, @ResponseLinks() links: Links) {
    return presentProfile(await this.profiles.show(actor), links);
  }

  @Endpoint('GET social-accounts', {
    summary: 'List social accounts',
    description: 'Always empty: sign-in through other services is not supported.',
  })
  @SignedIn()
  listSocialAccounts(@PaginatedList(SocialAccountDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }

  @Endpoint('PATCH', {
    summary: "Update the caller's profile",
    description:
      'Merges `extra_details` key by key. A new password requires `current_password` and revokes all tokens and all other sessions.',
    returns: ProfileDto,
    fails: {
      400: 'Validation errors by field.',
      403: 'A delegated credential cannot change the password.',
      429: 'Too many wrong passwords. Retry after `Retry-After` seconds.',
    },
  })
  @SignedIn()
  async updateProfile(
    @CurrentActor() actor: UserActor,
    @CurrentSession() session: BrowserSession | undefined,
    @Body() body: PatchProfileDto,
    @ClientAddress() address: string | undefined,
    @ResponseLinks() links: Links,
  ) {
    const profile = await this.profiles.change(actor, body.toInput(), {
      address,
      exceptSession: session?.id,
    });
    return presentProfile(profile, links);
  }

  @Endpoint('DELETE', {
    summary: "Close the caller's account",
    description: 'Deactivates the account and revokes its credentials.',
    fails: { 400: 'The confirmation is missing or wrong, or the account still owns assets.' },
  })
  @OwnCredentials()
  closeAccount(@CurrentActor() actor: UserActor, @Body() body: CloseAccountDto) {
    return this.profiles.close(actor, body.confirm);
  }
}

/** The body of `GET /me/` (contract-assets 8.2). */
export function presentProfile(profile: Profile, links: Links) {
  const { uid, name } = organizationOf(profile);
  return {
    username: profile.username,
    first_name: profile.firstName,
    last_name: profile.lastName,
    email: profile.email,
    is_superuser: profile.isSuperuser,
    server_time: wireSeconds(profile.serverTime),
    date_joined: wireSeconds(profile.dateJoined),
    projects_url: `${links.origin}/${profile.username}`,
    gravatar: gravatarUrl(profile.email),
    last_login: profile.lastLogin === null ? null : wireDate(profile.lastLogin),
    extra_details: extraDetailsWithDefaults(profile.extraDetails),
    git_rev: false,
    social_accounts: [],
    validated_password: true,
    accepted_tos: true,
    organization: { url: links.plain.organization(uid), name, uid },
    extra_details__uid: profile.extraDetailsUid,
  };
}

/** An address that waits for its confirmation is neither primary nor verified. */
function presentEmail({ email, isPrimary }: EmailAddress) {
  return { primary: isPrimary, email, verified: isPrimary };
}

/** Gravatar URL of an e-mail address, 40 pixels wide. */
function gravatarUrl(email: string): string {
  const digest = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${digest}?s=40`;
}

class EmailDto {
  @ApiProperty({ example: true, description: 'Whether it is the address of the account.' }) primary!: boolean;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty({ example: true, description: 'False: waits for its confirmation.' }) verified!: boolean;
}

class ChangeEmailDto {
  @RequiredLine()
  @ApiProperty({ example: 'ann@example.org', description: 'The new address.' })
  email!: string;

  @OptionalText()
  @ApiPropertyOptional({
    description:
      'Required with a token, and for a session that was started more than ten minutes ago. Not with Basic credentials, which have it.',
  })
  current_password?: string;
}

class ConfirmEmailDto {
  @RequiredText()
  @ApiProperty({ example: `1z-mb2x0k5w-${'a'.repeat(43)}`, description: 'Key in the link of the mail.' })
  key!: string;
}

@ApiTags('Account')
@Controller('me/emails')
export class EmailController {
  constructor(private readonly changes: EmailChangeService) {}

  @Endpoint('GET', {
    summary: "List the caller's e-mail addresses",
    description: 'The address of the account, then the one that waits for its confirmation.',
  })
  @SignedIn()
  async listEmails(@CurrentActor() actor: UserActor, @PaginatedList(EmailDto) page: PageRequest) {
    return presentPage(page, paginate(await this.changes.list(actor), page.window), presentEmail);
  }

  @Endpoint('POST', {
    summary: "Change the caller's e-mail address",
    description:
      'Needs the current password or a fresh sign-in. Mails a link to the new address, which replaces the present one once the link is used, within 24 hours. A further request replaces the address that waits. Limits per hour: 3 mails to one address, 20 requests by one account.',
    returns: EmailDto,
    fails: {
      400: 'Validation errors by field.',
      403: 'A delegated credential cannot change the address.',
      404: 'This service sends no mail.',
      429: 'Too many mails to the address or by the account. See `Retry-After`.',
    },
  })
  @OwnCredentials()
  async changeEmail(
    @CurrentActor() actor: UserActor,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() { email, current_password: currentPassword }: ChangeEmailDto,
  ) {
    const change = { email, currentPassword };
    return presentEmail(await this.changes.request(actor, change, { session, address }));
  }

  @Endpoint('DELETE', {
    summary: 'Delete the e-mail address that waits for its confirmation',
    description: 'The address of the account stays. Links that were mailed end.',
    returns: { description: 'No address waits.' },
    fails: { 403: 'A delegated credential cannot change the address.' },
  })
  @OwnCredentials()
  async dropUnverifiedEmail(@CurrentActor() actor: UserActor) {
    await this.changes.drop(actor);
  }
}

@ApiTags('Account')
@Controller('api/v2/email-confirmations')
export class EmailConfirmationController {
  constructor(private readonly changes: EmailChangeService) {}

  @Endpoint('POST', {
    summary: 'Confirm an e-mail address',
    description:
      'Makes the address to which the key was mailed that of the account, and mails a note to the one before.',
    status: 204,
    returns: { description: 'The address is changed.' },
    fails: { 400: 'The key is not valid, has expired, was used or was replaced.' },
  })
  @Public()
  async confirmEmail(@Body() { key }: ConfirmEmailDto) {
    await this.changes.confirm(key);
  }
}
