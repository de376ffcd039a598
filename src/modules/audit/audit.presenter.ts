import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '../../domain/text/csv-line';
import { wireSeconds } from '../../domain/text/wire-date';
import { Reply, StreamedBody } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/file-response';
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

/** Clients expect `status`; the table at `result` is generated on download. */
export function presentHistoryExport(links: Links, assetUid: string) {
  return { status: 'created', result: links.historyTable(assetUid) };
}

const HISTORY_COLUMNS = ['date_created', 'username', 'action', 'ip_address', 'source', 'metadata'];

export function presentHistoryTable(assetUid: string, entries: AsyncIterable<AuditEntry>) {
  const body = new StreamedBody('text/csv; charset=utf-8', (sink) =>
    pipeline(Readable.from(historyLines(entries)), sink),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(`${assetUid}-history.csv`) });
}

async function* historyLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine(HISTORY_COLUMNS);
  for await (const { dateCreated, username, action, address, agent, metadata } of entries) {
    const cells = [wireSeconds(dateCreated), username, action, address ?? '', agent ?? ''];
    yield csvLine([...cells, JSON.stringify(metadata)]);
  }
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
