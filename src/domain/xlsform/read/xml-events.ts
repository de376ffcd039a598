import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { UnreadableFileError, GridChooser, RowCells, cleanText } from './sheet-grid';
import { FORM_SHEETS } from '../workbook';

/** SAX handler. Names have no namespace prefix, which writers choose freely. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after every chunk; true stops the parser. */
  isDone?(): boolean;
}

const MAX_DEPTH = 100;
/** Cells have up to 32 767 characters. The parser buffers text until the next tag. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const TAG_START = 0x3c;

/**
 * Parses a part of a workbook as a stream, holding one chunk in memory.
 * @throws UnreadableFileError if it is not well-formed, nested too deep, has a text that is too long, or a DOCTYPE,
 * which enables entity expansion and XXE attacks
 */
export async function readXml(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
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
    handler.open?.(localName(tag.name), tag.attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    handler.close?.(localName(tag.name));
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytesSinceTag = 0;
  for await (const chunk of chunks) {
    const lastTag = chunk.lastIndexOf(TAG_START);
    bytesSinceTag = lastTag < 0 ? bytesSinceTag + chunk.length : chunk.length - lastTag;
    if (bytesSinceTag > MAX_TEXT_BYTES)
      throw new UnreadableFileError(`${part} has a cell with too much text; shorten it.`);
    parser.write(decode(decoder, part, chunk));
    if (handler.isDone?.() === true) return;
  }
  parser.write(decode(decoder, part)).close();
}

function decode(decoder: TextDecoder, part: string, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new UnreadableFileError(`${part} is not UTF-8 text; save the workbook again.`);
  }
}

/** Removes the namespace prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Finds an attribute by its local name, such as `r:id` by `id`. */
export function findAttribute(
  attributes: Readonly<Record<string, string>>,
  local: string,
): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === local)?.[1];
}

/** Several sheets in one text: a row with the name of the sheet in the first column, its rows in the others. */

/** Limit of records in a text, empty ones too. */
export const MAX_RECORDS = 20_000;

export function isSectionName(text: string): boolean {
  return FORM_SHEETS.has(text.toLowerCase());
}

/**
 * Fills the grids of all sections; their rows are numbered from the header of each.
 * @param read calls `add` with each record of the text; called twice, so that the text is not held twice
 */
export function fillSections(read: (add: (cells: RowCells) => void) => void, choose: GridChooser): void {
  const names: string[] = [];
  read((cells) => {
    const name = cells.get(0);
    if (name !== undefined) names.push(name);
  });
  const grids = choose(names);
  let section = -1;
  let row = 0;
  read((cells) => {
    if (cells.has(0)) {
      section += 1;
      row = 0;
    }
    const own = withoutFirstColumn(cells);
    if (row === 0 && own.size === 0) return;
    row += 1;
    grids[section]?.add(row, own);
  });
}

function withoutFirstColumn(cells: RowCells): RowCells {
  return new Map([...cells].flatMap(([column, cell]) => (column === 0 ? [] : [[column - 1, cell]])));
}

/** Whether a text consists of tables in Markdown. */
export function isMarkdown(text: string): boolean {
  return /^\s*\|/.test(text);
}

/** Reads the rows of tables in Markdown, without the rules below headers. `\|` in a cell is a bar. */
export function readMarkdown(text: string, add: (cells: RowCells) => void): void {
  const lines = text.split(/\r\n|\r|\n/, MAX_RECORDS + 1);
  if (lines.length > MAX_RECORDS) {
    throw new UnreadableFileError(`it has more than ${MAX_RECORDS} rows; split the form.`);
  }
  for (const line of lines) {
    const row = line.trim();
    const isRule = row.includes('-') && /^[|\s:-]+$/.test(row);
    if (!row.startsWith('|') || isRule) continue;
    const cells = new Map<number, string>();
    for (const [column, cell] of row
      .slice(1)
      .split(/(?<!\\)\|/)
      .entries()) {
      const text = cleanText(cell.replaceAll('\\|', '|'));
      if (text !== '') cells.set(column, text);
    }
    add(cells);
  }
}
