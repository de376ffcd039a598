import { JsonSlot, JsonText, jsonParts } from './json-text';

const BYTES_PER_SLOT = 150;

interface Slot<Value> {
  readonly value: Value;
  /** Offsets of its content in the cached bytes. */
  readonly start: number;
  readonly end: number;
}

/** JSON body that is rendered once and sent often, with slots for the values that change in between. */
export class JsonTemplate<Value> {
  private bytes: Buffer;
  private slots: readonly Slot<Value>[];

  /** @param body may hold slots of this value type only */
  constructor(body: object) {
    const pieces: Buffer[] = [];
    const slots: Slot<Value>[] = [];
    let length = 0;
    for (const part of jsonParts(body)) {
      if (part instanceof JsonSlot) {
        slots.push({ value: (part as JsonSlot<Value>).value, start: length, end: length });
      } else {
        const piece = part instanceof JsonText ? part.bytes : Buffer.from(part);
        pieces.push(piece);
        length += piece.length;
      }
    }
    this.bytes = Buffer.concat(pieces);
    this.slots = slots;
  }

  get byteSize(): number {
    return this.bytes.length + BYTES_PER_SLOT * this.slots.length;
  }

  /** @param render returns the current JSON of a slot's value */
  fill(render: (value: Value) => string): Buffer {
    const pieces: Buffer[] = [];
    let copied = 0;
    let length = 0;
    const slots = this.slots.map(({ value, start, end }) => {
      const content = Buffer.from(render(value));
      pieces.push(this.bytes.subarray(copied, start), content);
      length += start - copied + content.length;
      copied = end;
      return { value, start: length - content.length, end: length };
    });
    this.bytes = Buffer.concat([...pieces, this.bytes.subarray(copied)]);
    this.slots = slots;
    return this.bytes;
  }
}
