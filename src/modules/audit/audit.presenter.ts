import { wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { AuditEntry } from './audit.service';

/** An entry of a project's history (contract-assets 7.9). */
export function presentProjectEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentWho(links, entry),
    action: entry.action,
    metadata: { asset_uid: entry.assetUid, ...whence(entry), ...entry.metadata },
    date_created: wireSeconds(entry.dateCreated),
  };
}

/** A sign-in, or one that was refused. */
export function presentAccessEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentWho(links, entry),
    action: entry.action,
    metadata: { auth_type: entry.credential, ...whence(entry), ...entry.metadata },
    date_created: wireSeconds(entry.dateCreated),
    count: 1,
  };
}

/** An entry of any kind, as superusers see all of them. */
export function presentAuditEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentWho(links, entry),
    action: entry.action,
    log_type: entry.log,
    metadata: {
      ...(entry.assetUid !== null && { asset_uid: entry.assetUid }),
      auth_type: entry.credential,
      ...whence(entry),
      ...entry.metadata,
    },
    date_created: wireSeconds(entry.dateCreated),
  };
}

function presentWho(links: Links, { username, userUid }: AuditEntry) {
  return { user: username === '' ? null : links.user(username), user_uid: userUid, username };
}

function whence({ address, agent }: AuditEntry) {
  return { ip_address: address, source: agent };
}
