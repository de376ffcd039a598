import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const PIECE_BYTES = 64 * 1024;

export const BOUNDARY = 'a-boundary-of-tests';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** So many bytes of text for a body, made while they are sent: however many, they take the room of one piece. */
export function inPieces(bytes: number, letter = 'A'): Readable {
  return Readable.from(piecesOf(bytes, letter));
}

/** A file of so many bytes, all of whose pieces are one and the same. */
export function largeFile(bytes: number, letter = 'A'): Blob {
  const piece = new Blob([Buffer.alloc(PIECE_BYTES, letter)]);
  const whole = Array<Blob>(Math.floor(bytes / PIECE_BYTES)).fill(piece);
  return new Blob([...whole, piece.slice(0, bytes % PIECE_BYTES)]);
}

/** A form whose file is these pieces, one after the other. */
export interface FormInPieces {
  readonly fields?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly filename: string;
  readonly pieces: readonly Uint8Array[];
}

/** Sends a form with its length. @throws Error as `postForm` does */
export function postInPieces(
  url: string,
  authorization: string,
  { fields = {}, name, filename, pieces }: FormInPieces,
): Promise<{ status: number; text: string }> {
  const part = (disposition: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const before = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}${value}\r\n`);
  const whole = [
    Buffer.from(`${before.join('')}${part(`name="${name}"; filename="${filename}"`)}`),
    ...pieces,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  const length = whole.reduce((sum, piece) => sum + piece.length, 0);
  return postForm(url, { Authorization: authorization, 'Content-Length': length }, whole);
}

/**
 * Sends the body of a form, whose boundary is `BOUNDARY`, piece by piece: `FormData` would make a copy of all of it, and
 * `fetch` another.
 * @throws Error when the connection ends before there is an answer
 */
export async function postForm(
  url: string,
  headers: OutgoingHttpHeaders,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ status: number; text: string }> {
  const sent = request(url, { method: 'POST', headers: { ...headers, 'Content-Type': FORM_TYPE } });
  // Who refuses may close before it has read all; until it has answered, that is an error of the request.
  pipeline(Readable.from(body), sent, () => undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, text: await text(answer) };
}

/** So many bytes, all of whose pieces are one and the same. */
export function* piecesOf(bytes: number, letter = 'A'): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE_BYTES, letter);
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield piece.subarray(0, left);
}
