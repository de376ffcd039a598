import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StreamedBody } from '../reply';

/** XML in memory, or, when too large, a function that reads it in chunks. */
export type XmlText = string | (() => AsyncIterable<string>);

/** Returns an XML body, streamed when large. */
export function xmlBody(xml: XmlText): string | StreamedBody {
  if (typeof xml === 'string') return xml;
  return new StreamedBody('text/xml; charset=utf-8', (sink) => pipeline(Readable.from(xml()), sink));
}
