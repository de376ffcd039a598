import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { CollectorLink, MadeCollectorLink } from './collector-link.service';

/** Never the key: only its hash is kept. */
export function presentCollectorLink(links: Links, assetUid: string, link: CollectorLink) {
  return {
    url: links.ofAsset(assetUid, `collector-links/${link.uid}`),
    uid: link.uid,
    name: link.name,
    created_by: link.createdBy,
    date_created: wireDate(link.dateCreated),
  };
}

/** The one answer that shows where collectors are pointed at, so that nothing on its way may keep it. */
export function presentMadeCollectorLink(links: Links, assetUid: string, link: MadeCollectorLink) {
  const body = {
    ...presentCollectorLink(links, assetUid, link),
    link: `${links.origin}/collector/${link.key}`,
  };
  return new Reply(201, body, { Location: body.url, 'Cache-Control': 'no-store' });
}
