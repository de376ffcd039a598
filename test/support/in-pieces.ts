import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PIECE_BYTES = 64 * 1024;

const BOUNDARY = 'a-boundary-of-tests';
const FORM_HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="library"\r\n\r\nfalse\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="form.xlsx"\r\n\r\n`,
);
const FORM_END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

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

/**
 * Sends a form with a file, `form.xlsx`, piece by piece: `fetch` would make a copy of all of it, and `FormData` another.
 * @returns what was answered
 */
export async function postInPieces(
  url: string,
  authorization: string,
  pieces: readonly Uint8Array[],
): Promise<unknown> {
  const whole = [FORM_HEAD, ...pieces, FORM_END];
  const sent = request(url, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': whole.reduce((sum, { length }) => sum + length, 0),
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(whole), sent);
  const [answer] = await answered;
  return json(answer);
}

/** So many bytes, all of whose pieces are one and the same. */
export function* piecesOf(bytes: number, letter = 'A'): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE_BYTES, letter);
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield piece.subarray(0, left);
}
