import { Readable } from 'node:stream';

const PIECE_BYTES = 64 * 1024;

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

function* piecesOf(bytes: number, letter: string): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE_BYTES, letter);
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield piece.subarray(0, left);
}
