import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StreamedBody } from './streamed-body';

/** Text of XML as it is known, or, where it is too large for that, how it is read. */
export type XmlText = string | (() => AsyncIterable<string>);

/** A body of XML, streamed where it is large. */
export function xmlBody(xml: XmlText): string | StreamedBody {
  if (typeof xml === 'string') return xml;
  return new StreamedBody('text/xml; charset=utf-8', (sink) => pipeline(Readable.from(xml()), sink));
}
