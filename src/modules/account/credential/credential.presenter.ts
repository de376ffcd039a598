import { wireDate } from '../../../domain/text/wire-date';
import { Reply } from '../../../http/reply';
import type { Links } from '../../../http/url/links';
import type { ApiToken, CreatedApiToken } from './api-token.service';
import type { CollectorLink, CreatedCollectorLink } from './collector-link.service';
import type { DefaultToken } from './credential.service';

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
