import { Transform, type TransformCallback } from 'node:stream';
import { HEADER_BYTES } from './copy-header';

/** Before each row: a 16-bit count of columns (always 1 here) and the 32-bit length of the text. */
const ROW_HEAD_BYTES = 6;
const END = -1;
const COMMA = 0x2c;
const SPACE = 0x20;
/** Rows leave in pieces of about this size: a write to a socket costs more than copying some bytes. */
const PIECE_BYTES = 64 * 1024;

/** What stands around each text, where the texts are parts of larger values. */
export interface RowFrame {
  /** One for each row, in their order. */
  readonly before: readonly string[];
  readonly after: string;
}

/**
 * Turns `COPY (SELECT json …) TO STDOUT (FORMAT binary)` into the inside of a JSON array between `head` and `tail`. The
 * texts pass as the bytes that came from the database: each row's binary head is overwritten in place by a comma and
 * spaces, which JSON allows there, or gives way to what frames the row.
 */
export class CopiedRows extends Transform {
  private toSkip = HEADER_BYTES;
  private rowBytesLeft = 0;
  private rows = 0;
  private ended = false;
  /** Part of a row's head that came at the end of a chunk. */
  private cut: Buffer | undefined;
  private pieces: Buffer[];
  private piecesBytes: number;

  constructor(
    head: string,
    private readonly tail: string,
    private readonly frame?: RowFrame,
  ) {
    super();
    const start = Buffer.from(head);
    this.pieces = [start];
    this.piecesBytes = start.length;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.absorb(this.cut === undefined ? chunk : Buffer.concat([this.cut, chunk]));
    if (this.piecesBytes >= PIECE_BYTES) this.emitPieces();
    done();
  }

  override _flush(done: TransformCallback): void {
    if (!this.ended) {
      done(new Error('The database ended the rows before their end.'));
      return;
    }
    this.keep(Buffer.from((this.rows > 0 ? (this.frame?.after ?? '') : '') + this.tail));
    this.emitPieces();
    done();
  }

  private absorb(chunk: Buffer): void {
    this.cut = undefined;
    let at = Math.min(this.toSkip, chunk.length);
    this.toSkip -= at;
    let from = at;
    while (at < chunk.length && !this.ended) {
      if (this.rowBytesLeft > 0) {
        const step = Math.min(this.rowBytesLeft, chunk.length - at);
        this.rowBytesLeft -= step;
        at += step;
      } else if (chunk.length - at >= 2 && chunk.readInt16BE(at) === END) {
        this.ended = true;
      } else if (chunk.length - at < ROW_HEAD_BYTES) {
        this.cut = chunk.subarray(at);
        break;
      } else {
        this.rowBytesLeft = chunk.readInt32BE(at + 2);
        if (this.frame === undefined) {
          chunk.fill(SPACE, at, at + ROW_HEAD_BYTES);
          if (this.rows > 0) chunk[at] = COMMA;
        } else {
          this.keep(chunk.subarray(from, at));
          this.keep(Buffer.from(textBetween(this.frame, this.rows)));
          from = at + ROW_HEAD_BYTES;
        }
        this.rows += 1;
        at += ROW_HEAD_BYTES;
      }
    }
    if (at > from) this.keep(chunk.subarray(from, at));
  }

  private keep(piece: Buffer): void {
    this.pieces.push(piece);
    this.piecesBytes += piece.length;
  }

  private emitPieces(): void {
    this.push(Buffer.concat(this.pieces, this.piecesBytes));
    this.pieces = [];
    this.piecesBytes = 0;
  }
}

/** Between the text of one row and that of the next. */
function textBetween({ before, after }: RowFrame, rows: number): string {
  return `${rows > 0 ? `${after},` : ''}${before[rows] ?? ''}`;
}
