import { TextDecoder } from 'node:util';
import { UnreadableFileError } from './sheet-grid';

/** Record types of the workbook stream of an .xls file (BIFF5 and BIFF8) that concern cells. */
export const BIFF = {
  FORMULA: 0x0006,
  EOF: 0x000a,
  DATE_1904: 0x0022,
  FILE_PASS: 0x002f,
  CONTINUE: 0x003c,
  CODE_PAGE: 0x0042,
  BOUND_SHEET: 0x0085,
  MULTIPLE_RK: 0x00bd,
  RICH_STRING: 0x00d6,
  EXTENDED_FORMAT: 0x00e0,
  SHARED_STRINGS: 0x00fc,
  SHARED_STRING_CELL: 0x00fd,
  NUMBER: 0x0203,
  LABEL: 0x0204,
  BOOLEAN_OR_ERROR: 0x0205,
  STRING: 0x0207,
  RK: 0x027e,
  FORMAT: 0x041e,
  BOF: 0x0809,
} as const;

export interface BiffRecord {
  readonly kind: number;
  readonly pieces: readonly Uint8Array[];
}

/** Iterates over the records of the substream at `start`; skips nested substreams (charts). */
export function* biffRecords(stream: Uint8Array, start: number): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let depth = 0;
  for (let at = start; at + 4 <= stream.length;) {
    const kind = view.getUint16(at, true);
    const pieces = [stream.subarray(at + 4, at + 4 + view.getUint16(at + 2, true))];
    at += 4 + view.getUint16(at + 2, true);
    while (at + 4 <= stream.length && view.getUint16(at, true) === BIFF.CONTINUE) {
      pieces.push(stream.subarray(at + 4, at + 4 + view.getUint16(at + 2, true)));
      at += 4 + view.getUint16(at + 2, true);
    }
    if (kind === BIFF.BOF) depth += 1;
    if (kind === BIFF.EOF && --depth === 0) return;
    if (depth === 1) yield { kind, pieces };
  }
}

/** Little-endian reader of one record across its pieces. */
export class BiffReader {
  private piece = 0;
  private at = 0;

  /** @param decoder of the texts of BIFF5; BIFF8 has Unicode */
  constructor(
    private readonly pieces: readonly Uint8Array[],
    private readonly decoder?: TextDecoder,
  ) {}

  get atEnd(): boolean {
    this.toNextPiece();
    return this.piece >= this.pieces.length;
  }

  u8(): number {
    this.toNextPiece();
    const byte = this.pieces[this.piece]?.[this.at++];
    if (byte === undefined)
      throw new UnreadableFileError('the workbook ends too early; save it again as .xlsx.');
    return byte;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  f64(): number {
    const view = new DataView(new ArrayBuffer(8));
    for (let i = 0; i < 8; i++) view.setUint8(i, this.u8());
    return view.getFloat64(0, true);
  }

  skip(count: number): void {
    for (let remaining = count; remaining > 0;) {
      if (this.atEnd) return;
      const step = Math.min(remaining, (this.pieces[this.piece]?.length ?? 0) - this.at);
      this.at += step;
      remaining -= step;
    }
  }

  text(): string {
    return this.textOf(this.u16());
  }

  /** Reads a string with an 8-bit length, as sheet names have. */
  shortText(): string {
    return this.textOf(this.u8());
  }

  /** Reads a string of the shared table; skips its formatting runs and phonetic text. */
  sharedText(): string {
    const length = this.u16();
    const flags = this.u8();
    const formattingRuns = (flags & 0x08) === 0 ? 0 : this.u16();
    const phoneticBytes = (flags & 0x04) === 0 ? 0 : this.u32();
    const text = this.characters(length, flags);
    this.skip(4 * formattingRuns + phoneticBytes);
    return text;
  }

  private textOf(length: number): string {
    if (this.decoder === undefined) return this.characters(length, this.u8());
    return this.decoder.decode(Uint8Array.from({ length }, () => this.u8()));
  }

  /** Reads characters of one or two bytes; a piece that begins inside a string repeats the flag. */
  private characters(length: number, flags: number): string {
    let isWide = (flags & 1) !== 0;
    let text = '';
    while (text.length < length) {
      const current = this.pieces[this.piece];
      if (current !== undefined && this.at >= current.length) {
        this.piece += 1;
        this.at = 0;
        isWide = (this.u8() & 1) !== 0;
      }
      text += String.fromCharCode(isWide ? this.u16() : this.u8());
    }
    return text;
  }

  private toNextPiece(): void {
    while (this.piece < this.pieces.length && this.at >= (this.pieces[this.piece]?.length ?? 0)) {
      this.piece += 1;
      this.at = 0;
    }
  }
}
