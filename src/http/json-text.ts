/** Serialized JSON (text, or its UTF-8 bytes), sent without being parsed, standalone or inside a body. */
export class JsonText {
  /** Private at run time, so that class-transformer does not copy it byte by byte. */
  readonly #text: string | Uint8Array;

  constructor(text: string | Uint8Array) {
    this.#text = text;
  }

  get bytes(): Buffer {
    const text = this.#text;
    return typeof text === 'string'
      ? Buffer.from(text)
      : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  }
}

/** Marks a value in a body that is rendered each time the body is sent. */
export class JsonSlot<Value> {
  constructor(readonly value: Value) {}
}

export type JsonPart = string | JsonText | JsonSlot<unknown>;

/** JSON of an object without the closing brace, to append members. */
export function openJsonObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** Serializes a body as UTF-8 JSON, inserting its `JsonText`s without parsing them. */
export function serializeJson(body: object): Buffer {
  const parts = jsonParts(body).map(partBytes);
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Returns the JSON of a body in parts: serialized text and, between, its `JsonText`s and `JsonSlot`s. */
export function jsonParts(body: object): readonly JsonPart[] {
  if (!holdsParts(body)) return [JSON.stringify(body)];
  const parts: JsonPart[] = [];
  let text = '';
  const append = (value: unknown): void => {
    if (isPart(value)) {
      parts.push(text, value);
      text = '';
    } else if (Array.isArray(value)) {
      appendMembers('[]', value, append);
    } else if (isRecord(value)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      appendMembers('{}', members, ([name, member]) => {
        text += `${JSON.stringify(name)}:`;
        append(member);
      });
    } else {
      text += JSON.stringify(value) ?? 'null';
    }
  };
  const appendMembers = <Member>(
    brackets: string,
    members: readonly Member[],
    appendOne: (member: Member) => void,
  ) => {
    text += brackets[0];
    members.forEach((member, index) => {
      if (index > 0) text += ',';
      appendOne(member);
    });
    text += brackets[1];
  };
  append(body);
  return [...parts, text].filter((part) => part !== '');
}

function partBytes(part: JsonPart): Buffer {
  if (part instanceof JsonSlot) throw new Error('Render a body with slots by JsonTemplate.');
  return part instanceof JsonText ? part.bytes : Buffer.from(part);
}

function holdsParts(value: unknown): boolean {
  if (isPart(value)) return true;
  if (Array.isArray(value)) return value.some(holdsParts);
  return isRecord(value) && Object.values(value).some(holdsParts);
}

function isPart(value: unknown): value is JsonText | JsonSlot<unknown> {
  return value instanceof JsonText || value instanceof JsonSlot;
}

/** False for objects such as dates that serialize themselves. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

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
