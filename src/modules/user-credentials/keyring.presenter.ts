import type { HeldCredential } from '../../domain/account/held-credential';
import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';

/** Never a secret: most are kept as hashes, and nobody but their owner is shown the one that is not. */
export function presentHeldCredential(links: Links, username: string, credential: HeldCredential) {
  return {
    url: links.credential(username, credential.uid),
    uid: credential.uid,
    kind: credential.kind,
    name: credential.name,
    scopes: credential.scopes,
    date_created: wireDate(credential.created),
    date_expires: credential.expires === null ? null : wireDate(credential.expires),
    date_last_used: credential.lastUsed === null ? null : wireDate(credential.lastUsed),
  };
}
