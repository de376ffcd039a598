import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Body, Controller } from '@nestjs/common';
import { createHash } from 'node:crypto';
import {
  OptionalObject,
  OptionalText,
  ParsedBy,
  OptionalLine,
  RequiredLine,
  RequiredText,
} from '../../http/validation/field';
import { type ProfileChange, ProfileService, type Profile } from './profile.service';
import { CurrentActor, CurrentSession, OwnCredentials, SignedIn, Public } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/credential';
import { EMPTY_PAGE, paginate } from '../../domain/page';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { Links, ResponseLinks } from '../../http/url/links';
import { ClientAddress } from '../../http/negotiation/request';
import type { EmailAddress } from '../../domain/account/email-rule';
import { extraDetailsWithDefaults, organizationOf } from '../../domain/account/profile';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { EmailChangeService } from './email-change.service';

/** Other members are ignored (contract-assets 8.2). */
class PatchProfileDto {
  @OptionalLine(150)
  @ApiPropertyOptional({ example: 'Ann', maxLength: 150 })
  first_name?: string;

  @OptionalLine(150)
  @ApiPropertyOptional({ example: 'Smith', maxLength: 150 })
  last_name?: string;

  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { city: 'Lyon' },
    description: 'Object, or JSON text of one. Merged key by key; null clears a key.',
  })
  extra_details?: Record<string, unknown>;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'the old one',
    description: 'Current password; required with `new_password`.',
  })
  current_password?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'the new one', minLength: 8 })
  new_password?: string;

  toInput(): ProfileChange {
    return {
      firstName: this.first_name,
      lastName: this.last_name,
      extraDetails: this.extra_details,
      currentPassword: this.current_password,
      newPassword: this.new_password,
    };
  }
}

class CloseAccountDto {
  @ParsedBy((sent) => (typeof sent === 'string' ? sent : undefined))
  @ApiProperty({ example: 'uBMZxx9tVfepvTRp3e9Twj', description: '`extra_details__uid` of the profile.' })
  confirm?: string;
}

class OrganizationLinkDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/organizations/orgBMZxx9tVfepvTRp3e9Twj/' })
  url!: string;
  @ApiProperty({ example: 'Wells for all' }) name!: string;
  @ApiProperty({ example: 'orgBMZxx9tVfepvTRp3e9Twj' }) uid!: string;
}

class ProfileDto {
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: 'Ann' }) first_name!: string;
  @ApiProperty({ example: 'Smith' }) last_name!: string;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty() is_superuser!: boolean;
  @ApiProperty({ example: '2026-03-01T08:00:00Z' }) server_time!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00Z' }) date_joined!: string;
  @ApiProperty({ example: 'https://survey.example.org/ann' }) projects_url!: string;
  @ApiProperty({ example: 'https://www.gravatar.com/avatar/0?s=40' }) gravatar!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) last_login!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { city: '', country: '', organization: '', website: '', twitter: '', require_auth: true },
  })
  extra_details!: Record<string, unknown>;
  @ApiProperty({ example: false }) git_rev!: boolean;
  @ApiProperty({ type: 'array', items: {} }) social_accounts!: unknown[];
  @ApiProperty() validated_password!: boolean;
  @ApiProperty() accepted_tos!: boolean;
  @ApiProperty({ type: OrganizationLinkDto }) organization!: OrganizationLinkDto;
  @ApiProperty({ example: 'uBMZxx9tVfepvTRp3e9Twj' }) extra_details__uid!: string;
}

/** Always absent: sign-in through other services is not supported. */
class SocialAccountDto {}

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
