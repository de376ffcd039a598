/** Serialized JSON (text, or its UTF-8 bytes), sent without being parsed, standalone or inside a body. */
export class JsonText {
  /** Private at run time, so that class-transformer does not copy it byte by byte. */
  readonly #text: string | Uint8Array;

  constructor(text: string | Uint8Array) {
    this.#text = text;
  }

  /** Returns a placeholder inside `serializeJson`, the parsed value anywhere else. */
  toJSON(): unknown {
    if (pending === undefined) return JSON.parse(this.bytes.toString()) as unknown;
    pending.texts.push(this);
    return pending.placeholder;
  }

  get bytes(): Buffer {
    const text = this.#text;
    return typeof text === 'string'
      ? Buffer.from(text)
      : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  }
}

/** State of the current serialization; `JSON.stringify` is synchronous, so there is only one. */
let pending: { readonly placeholder: string; readonly texts: JsonText[] } | undefined;

/**
 * Serializes a body as UTF-8 JSON, inserting its `JsonText`s without parsing them.
 * @param placeholder letters and digits that no client can have put into the body
 */
export function serializeJson(body: object, placeholder: string): Buffer {
  if (body instanceof JsonText) return body.bytes;
  const parts = serializeJsonParts(body, placeholder);
  if (parts.length === 1) return Buffer.from(parts[0] as string);
  return Buffer.concat(parts.map((part) => (part instanceof JsonText ? part.bytes : Buffer.from(part))));
}

/** Returns the JSON of a body in parts: serialized text and, between them, its `JsonText`s. */
export function serializeJsonParts(body: object, placeholder: string): readonly (string | JsonText)[] {
  const texts: JsonText[] = [];
  pending = { placeholder, texts };
  try {
    const rendered = JSON.stringify(body);
    if (texts.length === 0) return [rendered];
    return rendered
      .split(`"${placeholder}"`)
      .flatMap((part, index) => (index < texts.length ? [part, texts[index]!] : [part]));
  } finally {
    pending = undefined;
  }
}
