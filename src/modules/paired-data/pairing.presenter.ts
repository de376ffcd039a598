import { Reply } from '../../http/reply';
import { xmlBody } from '../../http/streaming/xml-body';
import type { Links } from '../../http/url/links';
import type { PairedContent } from './paired-content.service';
import type { Pairing } from './pairing.service';

/** What an asset is paired with (contract-data 8.2). */
export function presentPairing(links: Links, assetUid: string, { uid, source, fields, filename }: Pairing) {
  return {
    source: source === null ? null : links.asset(source.uid),
    source__name: source === null ? null : source.name,
    fields,
    filename,
    url: links.ofAsset(assetUid, `paired-data/${uid}`),
  };
}

/** Express answers 304 by the tag to what is not streamed. */
export function presentPairedContent(content: PairedContent): Reply {
  return new Reply(200, xmlBody(content.xml), {
    'Content-Type': 'text/xml; charset=utf-8',
    'Cache-Control': 'private, max-age=300',
    ETag: `"${content.md5}"`,
  });
}
