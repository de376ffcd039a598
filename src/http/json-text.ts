/**
 * JSON that is text already, as the database keeps it, or the UTF-8 bytes of such text. It is sent as it is, alone or
 * inside a body.
 */
export class JsonText {
  /** Private in earnest: whoever copies the members of a body would copy it byte by byte. */
  readonly #text: string | Uint8Array;

  constructor(text: string | Uint8Array) {
    this.#text = text;
  }

  /** Inside `jsonBytes` a placeholder that it fills; anywhere else the value. */
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

/** The texts that the body holds which is being rendered; rendering is synchronous, so there is never more than one. */
let pending: { readonly placeholder: string; readonly texts: JsonText[] } | undefined;

/**
 * A body as JSON in UTF-8; the texts that it holds are put in without being parsed.
 * @param placeholder stands for them meanwhile: letters and digits that nobody can have written into the body
 */
export function jsonBytes(body: object, placeholder: string): Buffer {
  if (body instanceof JsonText) return body.bytes;
  const parts = jsonParts(body, placeholder);
  if (parts.length === 1) return Buffer.from(parts[0] as string);
  return Buffer.concat(parts.map((part) => (part instanceof JsonText ? part.bytes : Buffer.from(part))));
}

/** The same in parts: what was rendered, and in their places the texts that the body holds. */
export function jsonParts(body: object, placeholder: string): readonly (string | JsonText)[] {
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
