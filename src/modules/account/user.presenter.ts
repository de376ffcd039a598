import { extraDetailsWithDefaults } from '../../domain/account/extra-details';
import type { ViewedUser } from '../../domain/account/username';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import { Reply } from '../../http/reply';
import type { PasswordReset } from './password-reset.service';
import type { ManagedUser, PublicUser } from './user.service';

/** The public part of a user (contract-assets 7.8). */
export function presentUser(
  links: Links,
  { username, dateJoined, publicCollections, followers }: PublicUser,
) {
  return {
    url: links.user(username),
    username,
    date_joined: wireSeconds(dateJoined),
    public_collection_subscribers_count: followers,
    public_collections_count: publicCollections,
  };
}

/** A user as superusers see it (contract-assets 7.8). */
export function presentManagedUser(links: Links, user: ManagedUser) {
  return { url: links.user(user.username), ...presentViewedUser(user) };
}

/** The same without the link, as project views list it. */
export function presentViewedUser(user: ViewedUser) {
  return {
    id: user.id,
    username: user.username,
    is_superuser: user.isSuperuser,
    is_active: user.isActive,
    email: user.email,
    date_joined: wireSeconds(user.dateJoined),
    last_login: user.lastLogin === null ? null : wireDate(user.lastLogin),
    asset_count: user.assetCount,
    metadata: extraDetailsWithDefaults(user.extraDetails),
  };
}

/** The only response with the key; not cacheable. */
export function presentPasswordReset(links: Links, { key, expires, mailedTo }: PasswordReset) {
  const url = `${links.origin}/accounts/password/reset/${key}/`;
  const body = { url, key, date_expires: wireDate(expires), mailed_to: mailedTo };
  return new Reply(201, body, { 'Cache-Control': 'no-store' });
}
