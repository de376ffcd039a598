import { randomUUID } from 'node:crypto';
import { jsonParts, JsonText } from './json-text';

/** Made anew by each process, and told to nobody. */
const PLACEHOLDER = randomUUID();

/** A place in JSON that is filled each time it is sent. */
export class JsonGap<Filling> extends JsonText {
  constructor(readonly filling: Filling) {
    super('null');
  }
}

/** A body that is rendered once and sent often, with gaps for what changes from one time to the next. */
export class JsonTemplate<Filling> {
  /** One more than there are gaps. */
  private readonly between: Buffer[] = [];
  private readonly gaps: Filling[] = [];

  /** @param body may hold gaps of this kind, and no others */
  constructor(body: object) {
    let pieces: Buffer[] = [];
    for (const part of jsonParts(body, PLACEHOLDER)) {
      if (part instanceof JsonGap) {
        this.between.push(Buffer.concat(pieces));
        this.gaps.push((part as JsonGap<Filling>).filling);
        pieces = [];
      } else {
        pieces.push(part instanceof JsonText ? part.bytes : Buffer.from(part));
      }
    }
    this.between.push(Buffer.concat(pieces));
  }

  /** @param fill the JSON of what stands in a gap now */
  fill(fill: (filling: Filling) => string): Buffer {
    const filled = this.gaps.flatMap((gap, index) => [this.between[index]!, Buffer.from(fill(gap))]);
    return Buffer.concat([...filled, this.between.at(-1)!]);
  }
}
