import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { ApiToken, CreatedApiToken } from './api-token.service';

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
