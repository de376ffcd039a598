import { Reply } from '../../http/reply';
import { xmlBody } from '../../http/streaming/xml-body';
import type { Links } from '../../http/url/links';
import type { PairedContent } from './paired-content.service';
import type { PairedData } from './paired-data.service';

export function presentPairedData(
  links: Links,
  assetUid: string,
  { uid, source, fields, filename }: PairedData,
) {
  return {
    source: source === null ? null : links.asset(source.uid),
    source__name: source === null ? null : source.name,
    fields,
    filename,
    url: links.assetResource(assetUid, `paired-data/${uid}`),
  };
}

/** Express responds with 304 by ETag unless the body is streamed. */
export function presentPairedContent(content: PairedContent): Reply {
  return new Reply(200, xmlBody(content.xml), {
    'Content-Type': 'text/xml; charset=utf-8',
    'Cache-Control': 'private, max-age=300',
    ETag: `"${content.md5}"`,
  });
}
