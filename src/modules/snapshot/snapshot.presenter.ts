import { wireDate } from '../../domain/text/wire-date';
import { JsonText } from '../../http/json-text';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { SnapshotDetailView, SnapshotView } from './snapshot.service';

/** A snapshot in a list: without its content, which may be large (contract-assets 7.3). */
export function presentSnapshot(links: Links, snapshot: SnapshotView) {
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

export function presentSnapshotDetail(links: Links, snapshot: SnapshotDetailView) {
  return { ...presentSnapshot(links, snapshot), source: new JsonText(snapshot.source) };
}

export function presentSnapshotXml(xml: Uint8Array) {
  return new Reply(200, xml, { 'Content-Type': 'application/xml; charset=utf-8' });
}
