import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { UnreadableFileError } from './unreadable-file';

/** What happens while XML is read. Names come without their prefix: writers choose prefixes freely. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Asked after every piece: nothing more is needed. */
  done?(): boolean;
}

/** Workbooks nest their elements about a dozen levels deep. */
const MAX_DEPTH = 100;
/** Cells hold up to 32 767 characters. Text is gathered in memory until the next tag, entity by entity. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const TAG_START = 0x3c;

/**
 * Reads a part of a workbook as a stream, so that memory holds one piece of it at a time.
 * @throws UnreadableFileError when it is not well-formed, nested absurdly deep, has a text without end, or a DOCTYPE: entities
 * declared there are how small files become huge or reach for other files.
 */
export async function readXml(
  part: string,
  pieces: AsyncIterable<Uint8Array>,
  listener: XmlListener,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new UnreadableFileError(
      `${part} has a DOCTYPE, which workbooks do not need; save the workbook again.`,
    );
  });
  parser.on('error', () => {
    throw new UnreadableFileError(`${part} is not well-formed XML; save the workbook again.`);
  });
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH)
      throw new UnreadableFileError(`${part} is nested too deep; save the workbook again.`);
    listener.open?.(localName(tag.name), tag.attributes);
  });
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    listener.close?.(localName(tag.name));
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytesSinceTag = 0;
  for await (const piece of pieces) {
    const lastTag = piece.lastIndexOf(TAG_START);
    bytesSinceTag = lastTag < 0 ? bytesSinceTag + piece.length : piece.length - lastTag;
    if (bytesSinceTag > MAX_TEXT_BYTES)
      throw new UnreadableFileError(`${part} has a cell with more text than any form needs.`);
    parser.write(decode(decoder, part, piece));
    if (listener.done?.() === true) return;
  }
  parser.write(decode(decoder, part)).close();
}

function decode(decoder: TextDecoder, part: string, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new UnreadableFileError(`${part} is not UTF-8 text; save the workbook again.`);
  }
}

/** A name without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** An attribute whose prefix is the writer's choice, such as `r:id`. */
export function attributeNamed(
  attributes: Readonly<Record<string, string>>,
  local: string,
): string | undefined {
  for (const name in attributes) if (localName(name) === local) return attributes[name];
  return undefined;
}
