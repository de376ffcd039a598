import { wireDate } from '../../domain/text/wire-date';
import { JsonText } from '../../http/json-text';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created, Reply } from '../../http/reply';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { Links } from '../../http/url/links';
import type { SnapshotDetailView, SnapshotPage, SnapshotView } from './snapshot.service';

/** A list of snapshots with what they were made of (contract-assets 7.3), which is streamed, for it may be large. */
export function presentSnapshotPage(links: Links, asked: AskedPage, page: SnapshotPage): StreamedBody {
  const { results, ...envelope } = presentPage(asked, page, (item) => presentFacts(links, item));
  const frame = {
    head: `${openEnd(envelope)},"results":[`,
    before: results.map((item) => `${openEnd(item)},"source":`),
    after: '}',
    tail: ']}',
  };
  return new StreamedBody('application/json', (sink) => page.writeSources(sink, frame));
}

export function presentSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return { ...presentFacts(links, snapshot), source: new JsonText(snapshot.source) };
}

export function presentMadeSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return created(presentSnapshot(links, snapshot));
}

export function presentSnapshotXml(xml: Uint8Array) {
  return new Reply(200, xml, { 'Content-Type': 'application/xml; charset=utf-8' });
}

function presentFacts(links: Links, snapshot: SnapshotView) {
  const { uid, assetUid } = snapshot;
  return {
    url: links.snapshot(uid),
    uid,
    owner: links.user(snapshot.ownerUsername),
    date_created: wireDate(snapshot.dateCreated),
    xml: links.snapshotXml(uid),
    enketopreviewlink: links.snapshotPreview(uid),
    asset: assetUid === null ? null : links.asset(assetUid),
    asset_version_id: snapshot.versionId,
    details: { status: 'success', warnings: snapshot.warnings },
  };
}

/** An object as JSON without its closing brace, so that more can follow. */
function openEnd(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
