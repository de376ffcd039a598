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

export type JsonPart = string | JsonText;

/** JSON of an object without the closing brace, to append members. */
export function openJsonObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** Serializes a body as UTF-8 JSON, inserting its `JsonText`s without parsing them. */
export function serializeJson(body: object): Buffer {
  const parts = jsonParts(body).map(partBytes);
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Returns the JSON of a body in parts: serialized text and, between, its `JsonText`s. */
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
  return part instanceof JsonText ? part.bytes : Buffer.from(part);
}

function holdsParts(value: unknown): boolean {
  if (isPart(value)) return true;
  if (Array.isArray(value)) return value.some(holdsParts);
  return isRecord(value) && Object.values(value).some(holdsParts);
}

function isPart(value: unknown): value is JsonText {
  return value instanceof JsonText;
}

/** False for objects such as dates that serialize themselves. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
