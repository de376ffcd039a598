import { wireDate } from '../../domain/text/wire-date';
import { JsonText, openJsonObject } from '../../http/json-text';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created, Reply, StreamedBody } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { SnapshotDetailView, SnapshotPage, SnapshotView } from './snapshot.service';

/** List of snapshots (contract-assets 7.3). Sources are streamed from the database, as they may be large. */
export function presentSnapshotPage(
  links: Links,
  pageRequest: PageRequest,
  page: SnapshotPage,
): StreamedBody {
  const { results, ...envelope } = presentPage(pageRequest, page, (item) => presentSummary(links, item));
  const frame = {
    head: `${openJsonObject(envelope)},"results":[`,
    before: results.map((item) => `${openJsonObject(item)},"source":`),
    after: '}',
    tail: ']}',
  };
  return new StreamedBody('application/json', (sink) => page.writeSources(sink, frame));
}

export function presentSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return { ...presentSummary(links, snapshot), source: new JsonText(snapshot.source) };
}

export function presentCreatedSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return created(presentSnapshot(links, snapshot));
}

export function presentSnapshotXml(xml: Uint8Array) {
  return new Reply(200, xml, { 'Content-Type': 'application/xml; charset=utf-8' });
}

function presentSummary(links: Links, snapshot: SnapshotView) {
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
