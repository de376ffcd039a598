import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { declaredInstance } from '../../domain/submission/bare-instance';
import type { Feature } from '../../domain/export/feature-reader';
import { escapeText } from '../../domain/text/xml-text';
import { type AskedPage, linkToPrevious } from '../../http/pagination/present-page';
import { Reply } from '../../http/reply';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { FeaturePage, InstancePage } from './submission-format.service';
import { linkToNext } from './submission.presenter';

const XML = 'application/xml';
/** Stands for a neighbour that a page has not. */
const NONE = 'None';

/** The list as XML (contract-data 2.4). */
export function presentInstances(asked: AskedPage, page: InstancePage): StreamedBody {
  const next = linkToNext(asked, page.end) ?? NONE;
  const previous = linkToPrevious(asked) ?? NONE;
  const head =
    `<?xml version="1.0" encoding="utf-8"?><root><count>${page.count}</count>` +
    `<next>${escapeText(next)}</next><previous>${escapeText(previous)}</previous><results>`;
  return streamed(XML, framed(head, page.pieces(), '</results></root>'));
}

/** One submission as it came. */
export function presentInstance(xml: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(declaredInstance(xml)), { 'Content-Type': XML });
}

/** The list as GeoJSON (contract-data 2.5). */
export function presentFeatures({ name, pieces }: FeaturePage): StreamedBody {
  const head = `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`;
  return streamed('application/json', framed(head, joined(pieces()), ']}'));
}

/** One submission as GeoJSON. */
export function presentFeature(feature: Feature): Feature {
  return feature;
}

function streamed(contentType: string, pieces: AsyncIterable<string>): StreamedBody {
  return new StreamedBody(contentType, (sink) => pipeline(Readable.from(pieces), sink));
}

async function* framed(head: string, pieces: AsyncIterable<string>, tail: string): AsyncIterable<string> {
  yield head;
  yield* pieces;
  yield tail;
}

async function* joined(pieces: AsyncIterable<readonly Feature[]>): AsyncIterable<string> {
  let separator = '';
  for await (const features of pieces) {
    if (features.length === 0) continue;
    yield separator + features.map((feature) => JSON.stringify(feature)).join(',');
    separator = ',';
  }
}
