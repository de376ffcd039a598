import { extraDetailsWithDefaults } from '../../domain/account/profile';
import type { ViewedUser } from '../../domain/account/username';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import { Reply } from '../../http/reply';
import type { PasswordReset } from './password-reset.service';
import type { ManagedUser, PublicUser } from './user.service';
import type { ApiToken, CreatedApiToken } from './credential/api-token.service';
import type { CollectorLink, CreatedCollectorLink } from './credential/collector-link.service';
import type { DefaultToken } from './credential/credential.service';

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

const NO_STORE = { 'Cache-Control': 'no-store' };

export function presentToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(200, bodyOf(token), NO_STORE);
}

/** 201 when the request created the token, else 200 (decision 1). */
export function presentCreatedToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(token.created ? 201 : 200, bodyOf(token), NO_STORE);
}

function bodyOf({ key }: DefaultToken): { token: string } {
  return { token: key };
}

/** Without the key, of which only the hash is stored. */
export function presentCollectorLink(links: Links, assetUid: string, link: CollectorLink) {
  return {
    url: links.assetResource(assetUid, `collector-links/${link.uid}`),
    uid: link.uid,
    name: link.name,
    created_by: link.createdBy,
    date_created: wireDate(link.dateCreated),
  };
}

/** The only response with the key; not cacheable. */
export function presentCreatedCollectorLink(links: Links, assetUid: string, link: CreatedCollectorLink) {
  const body = {
    ...presentCollectorLink(links, assetUid, link),
    link: links.collector(link.key),
    offline_url: links.offlineCollector(link.key),
  };
  return new Reply(201, body, { Location: body.url, 'Cache-Control': 'no-store' });
}

/** Without the key, of which only the hash is stored (decision 23). */
export function presentApiToken(links: Links, token: ApiToken) {
  return {
    url: links.apiToken(token.uid),
    uid: token.uid,
    name: token.name,
    scopes: token.scopes,
    date_created: wireDate(token.dateCreated),
    date_expires: token.dateExpires === null ? null : wireDate(token.dateExpires),
    date_last_used: token.dateLastUsed === null ? null : wireDate(token.dateLastUsed),
  };
}

/** The only response with the key; not cacheable. */
export function presentCreatedApiToken(links: Links, token: CreatedApiToken) {
  const body = { ...presentApiToken(links, token), token: token.key };
  return new Reply(201, body, { Location: body.url, 'Cache-Control': 'no-store' });
}
