import { csvLine } from '../../domain/text/csv-line';
import { wireSeconds } from '../../domain/text/wire-date';
import { csvReply } from '../../http/streaming/file-response';
import type { Links } from '../../http/url/links';
import type { AuditEntry } from './audit.service';

/** A history entry of an asset (contract-assets 7.9). */
export function presentProjectEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentUserReference(links, entry),
    action: entry.action,
    metadata: { asset_uid: entry.assetUid, ...presentOrigin(entry), ...entry.metadata },
    date_created: wireSeconds(entry.dateCreated),
  };
}

/** Clients expect `status`; the table at `result` is generated on download. @param path of the log below `/api/v2/` */
export function presentLogExport(links: Links, path: string) {
  return { status: 'created', result: links.csvTable(path) };
}

export function presentHistoryTable(assetUid: string, entries: AsyncIterable<AuditEntry>) {
  return csvReply(`${assetUid}-history.csv`, logLines(HISTORY_COLUMNS, entries));
}

export function presentProjectTable(entries: AsyncIterable<AuditEntry>) {
  return csvReply('project-history-logs.csv', logLines(PROJECT_COLUMNS, entries));
}

export function presentAccessTable(entries: AsyncIterable<AuditEntry>) {
  return csvReply('access-logs.csv', logLines(ACCESS_COLUMNS, entries));
}

type Column = (entry: AuditEntry) => string | null;

const HISTORY_COLUMNS: Readonly<Record<string, Column>> = {
  date_created: ({ dateCreated }) => wireSeconds(dateCreated),
  username: ({ username }) => username,
  action: ({ action }) => action,
  ip_address: ({ address }) => address,
  source: ({ agent }) => agent,
  metadata: ({ metadata }) => JSON.stringify(metadata),
};

const PROJECT_COLUMNS = { asset_uid: ({ assetUid }: AuditEntry) => assetUid, ...HISTORY_COLUMNS };

const ACCESS_COLUMNS = {
  user_uid: ({ userUid }: AuditEntry) => userUid,
  ...HISTORY_COLUMNS,
  auth_type: ({ credential }: AuditEntry) => credential,
};

async function* logLines(
  columns: Readonly<Record<string, Column>>,
  entries: AsyncIterable<AuditEntry>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const entry of entries) yield csvLine(Object.values(columns).map((cell) => cell(entry) ?? ''));
}

export function presentAccessEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentUserReference(links, entry),
    action: entry.action,
    metadata: { auth_type: entry.credential, ...presentOrigin(entry), ...entry.metadata },
    date_created: wireSeconds(entry.dateCreated),
    count: 1,
  };
}

/** An entry of any log, for superusers. */
export function presentAuditEntry(links: Links, entry: AuditEntry) {
  return {
    ...presentUserReference(links, entry),
    action: entry.action,
    log_type: entry.log,
    metadata: {
      ...(entry.assetUid !== null && { asset_uid: entry.assetUid }),
      auth_type: entry.credential,
      ...presentOrigin(entry),
      ...entry.metadata,
    },
    date_created: wireSeconds(entry.dateCreated),
  };
}

function presentUserReference(links: Links, { username, userUid }: AuditEntry) {
  return { user: username === '' ? null : links.user(username), user_uid: userUid, username };
}

function presentOrigin({ address, agent }: AuditEntry) {
  return { ip_address: address, source: agent };
}
