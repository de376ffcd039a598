import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureXmlDeclaration } from '../../../domain/submission/xml-declaration';
import type { Feature } from '../../../domain/export/feature-reader';
import { escapeText } from '../../../domain/text/xml-text';
import { type PageRequest, linkToPrevious } from '../../../http/pagination/present-page';
import { Reply, StreamedBody } from '../../../http/reply';
import type { FeaturePage, InstancePage } from './submission-format.service';
import { linkToNext } from '../read/submission.presenter';

const XML = 'application/xml';
/** Value of `next` and `previous` without such a page. */
const NO_PAGE = 'None';

/** The list as XML (contract-data 2.4). */
export function presentInstances(request: PageRequest, page: InstancePage): StreamedBody {
  const next = linkToNext(request, page.nextCursor) ?? NO_PAGE;
  const previous = linkToPrevious(request) ?? NO_PAGE;
  const head =
    `<?xml version="1.0" encoding="utf-8"?><root><count>${page.count}</count>` +
    `<next>${escapeText(next)}</next><previous>${escapeText(previous)}</previous><results>`;
  return streamed(XML, framed(head, page.chunks(), '</results></root>'));
}

export function presentInstance(xml: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(ensureXmlDeclaration(xml)), { 'Content-Type': XML });
}

/** The list as GeoJSON (contract-data 2.5). */
export function presentFeatures({ name, chunks }: FeaturePage): StreamedBody {
  const head = `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`;
  return streamed('application/json', framed(head, joined(chunks()), ']}'));
}

function streamed(contentType: string, chunks: AsyncIterable<string>): StreamedBody {
  return new StreamedBody(contentType, (sink) => pipeline(Readable.from(chunks), sink));
}

async function* framed(head: string, chunks: AsyncIterable<string>, tail: string): AsyncIterable<string> {
  yield head;
  yield* chunks;
  yield tail;
}

async function* joined(chunks: AsyncIterable<readonly Feature[]>): AsyncIterable<string> {
  let separator = '';
  for await (const features of chunks) {
    if (features.length === 0) continue;
    yield separator + features.map((feature) => JSON.stringify(feature)).join(',');
    separator = ',';
  }
}
