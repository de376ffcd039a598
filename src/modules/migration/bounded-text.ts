import type { Readable } from 'node:stream';
import { SourcePartError } from './migration-source.port';

/** Larger than responses of servers are; hostile ones must not exhaust the memory. */
export class ResponseTooLargeError extends SourcePartError {}

/** Reads UTF-8. @throws ResponseTooLargeError */
export async function readBoundedText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new ResponseTooLargeError(`The response has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}
