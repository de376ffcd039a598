import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { CollectorLink, CreatedCollectorLink } from './collector-link.service';

/** Without the key, of which only the hash is stored. */
export function presentCollectorLink(links: Links, assetUid: string, link: CollectorLink) {
  return {
    url: links.assetResource(assetUid, `collector-links/${link.uid}`),
    uid: link.uid,
    name: link.name,
    created_by: link.createdBy,
    date_created: wireDate(link.dateCreated),
  };
}

/** The only response with the key; not cacheable. */
export function presentCreatedCollectorLink(links: Links, assetUid: string, link: CreatedCollectorLink) {
  const body = {
    ...presentCollectorLink(links, assetUid, link),
    link: links.collector(link.key),
    offline_url: links.offlineCollector(link.key),
  };
  return new Reply(201, body, { Location: body.url, 'Cache-Control': 'no-store' });
}
