import { createHash } from 'node:crypto';
import type { EmailAddress } from '../../domain/account/email-rule';
import { extraDetailsWithDefaults } from '../../domain/account/extra-details';
import { organizationOf } from '../../domain/account/organization';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { Profile } from './profile.service';

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
export function presentEmail({ email, isPrimary }: EmailAddress) {
  return { primary: isPrimary, email, verified: isPrimary };
}

/** Gravatar URL of an e-mail address, 40 pixels wide. */
function gravatarUrl(email: string): string {
  const digest = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${digest}?s=40`;
}
