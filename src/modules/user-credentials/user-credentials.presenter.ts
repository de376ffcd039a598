import type { UserCredential } from '../../domain/account/user-credential';
import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';

/** Never contains a secret. */
export function presentUserCredential(links: Links, username: string, credential: UserCredential) {
  return {
    url: links.credential(username, credential.uid),
    uid: credential.uid,
    kind: credential.kind,
    name: credential.name,
    scopes: credential.scopes,
    date_created: wireDate(credential.created),
    date_expires: credential.expires === null ? null : wireDate(credential.expires),
    date_last_used: credential.lastUsed === null ? null : wireDate(credential.lastUsed),
    address: credential.address,
    user_agent: credential.agent,
  };
}
