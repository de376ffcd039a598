import { randomUUID } from 'node:crypto';
import { jsonParts, JsonText } from './json-text';

/** Made anew by each process, and told to nobody. */
const PLACEHOLDER = randomUUID();

/** About what a gap takes in memory, besides what fills it. */
const BYTES_OF_A_GAP = 150;

/** A place in JSON that is filled each time it is sent. */
export class JsonGap<Filling> extends JsonText {
  constructor(readonly filling: Filling) {
    super('null');
  }
}

interface Gap<Filling> {
  readonly filling: Filling;
  /** Where what fills it stands in the bytes that are kept. */
  readonly start: number;
  readonly end: number;
}

/** A body that is rendered once and sent often, with gaps for what changes from one time to the next. */
export class JsonTemplate<Filling> {
  /** As it was filled last: what is sent is what is kept. */
  private bytes: Buffer;
  private gaps: readonly Gap<Filling>[];

  /** @param body may hold gaps of this kind, and no others */
  constructor(body: object) {
    const pieces: Buffer[] = [];
    const gaps: Gap<Filling>[] = [];
    let length = 0;
    for (const part of jsonParts(body, PLACEHOLDER)) {
      if (part instanceof JsonGap) {
        gaps.push({ filling: (part as JsonGap<Filling>).filling, start: length, end: length });
      } else {
        const piece = part instanceof JsonText ? part.bytes : Buffer.from(part);
        pieces.push(piece);
        length += piece.length;
      }
    }
    this.bytes = Buffer.concat(pieces);
    this.gaps = gaps;
  }

  /** Bytes of memory, those that were sent last among them. */
  get weight(): number {
    return this.bytes.length + BYTES_OF_A_GAP * this.gaps.length;
  }

  /** @param fill the JSON of what stands in a gap now */
  fill(fill: (filling: Filling) => string): Buffer {
    const pieces: Buffer[] = [];
    let taken = 0;
    let length = 0;
    const gaps = this.gaps.map(({ filling, start, end }) => {
      const content = Buffer.from(fill(filling));
      pieces.push(this.bytes.subarray(taken, start), content);
      length += start - taken + content.length;
      taken = end;
      return { filling, start: length - content.length, end: length };
    });
    this.bytes = Buffer.concat([...pieces, this.bytes.subarray(taken)]);
    this.gaps = gaps;
    return this.bytes;
  }
}
