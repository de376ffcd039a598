import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '../../domain/text/csv-line';
import { wireSeconds } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/content-disposition';
import { StreamedBody } from '../../http/streaming/streamed-body';
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

/** Clients know the first key; `result` is where the table is, made while it is read. */
export function presentHistoryExport(links: Links, assetUid: string) {
  return { status: 'created', result: links.historyTable(assetUid) };
}

const HISTORY_COLUMNS = ['date_created', 'username', 'action', 'ip_address', 'source', 'metadata'];

/** The history of a project as a table. */
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
