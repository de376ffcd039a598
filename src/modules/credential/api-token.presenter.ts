import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { ApiToken, MadeToken } from './api-token.service';

/** Never the key: only its hash is kept (decision 23). */
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

/** The one answer that shows the key, so that nothing on its way may keep it. */
export function presentMadeApiToken(links: Links, token: MadeToken) {
  const body = { ...presentApiToken(links, token), token: token.key };
  return new Reply(201, body, { Location: body.url, 'Cache-Control': 'no-store' });
}
