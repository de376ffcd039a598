import { booleanText, cleanText, isoDateText, numberText, serialDateText } from './cell-text';
import { SheetGrid, UnreadableFileError } from './sheet-grid';
import { readXml } from './xml-events';

interface XlsxContext {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly calendar: 1900 | 1904;
}

const MAX_COLUMNS = 16_384;

/** Reads one worksheet into a grid: cached values, never formulas. Stops when the grid accepts no more rows. */
export async function readXlsxSheet(
  part: string,
  pieces: AsyncIterable<Uint8Array>,
  context: XlsxContext,
  grid: SheetGrid,
): Promise<void> {
  let rowNumber = 0;
  let row = new Map<number, string>();
  let column = -1;
  let cellsInRow = 0;
  let type = '';
  let style = -1;
  let value = '';
  let collecting = false;
  let inPhonetic = false;
  let finished = false;

  await readXml(part, pieces, {
    open(name, attributes) {
      if (finished) return;
      switch (name) {
        case 'row':
          rowNumber = Number(attributes.r) || rowNumber + 1;
          row = new Map();
          column = -1;
          cellsInRow = 0;
          break;
        case 'c':
          if (++cellsInRow > MAX_COLUMNS) {
            throw new UnreadableFileError(`${part} has a row with too many cells; remove some.`);
          }
          column = attributes.r === undefined ? column + 1 : columnIndex(attributes.r);
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? -1);
          value = '';
          break;
        case 'v':
          collecting = true;
          break;
        case 't':
          collecting = type === 'inlineStr' && !inPhonetic;
          break;
        case 'rPh':
          inPhonetic = true;
          break;
      }
    },
    text(text) {
      if (collecting) value += text;
    },
    close(name) {
      if (finished) return;
      switch (name) {
        case 'row':
          finished = !grid.add(rowNumber, row);
          break;
        case 'c':
          setCell(row, column, cellText(type, style, value, context));
          break;
        case 'v':
        case 't':
          collecting = false;
          break;
        case 'rPh':
          inPhonetic = false;
          break;
        case 'sheetData':
          finished = true;
          break;
      }
    },
    isDone: () => finished,
  });
}

function setCell(row: Map<number, string>, column: number, text: string): void {
  if (text !== '' && column >= 0 && column < MAX_COLUMNS) row.set(column, text);
}

/** 0-based column of a reference such as `AB12`; -1 if it has none. */
export function columnIndex(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + (letter - 0x40);
  }
  return column - 1;
}

function cellText(type: string, style: number, value: string, context: XlsxContext): string {
  switch (type) {
    case 's':
      return value === '' ? '' : (context.strings[Number(value)] ?? '');
    case 'b':
      return value === '' ? '' : booleanText(value === '1' || value === 'true');
    case 'd':
      return isoDateText(value);
    case 'n':
      return numericText(value, context.dateStyles[style] === true, context.calendar);
    default:
      return cleanText(unescapeOoxml(value));
  }
}

function numericText(value: string, isDate: boolean, calendar: 1900 | 1904): string {
  const number = Number(value);
  if (value.trim() === '') return '';
  if (!Number.isFinite(number)) return cleanText(value);
  return isDate ? serialDateText(number, calendar) : numberText(number, value.trim());
}

/** Capacity for 200 000 choices in four languages and their names. */
const MAX_STRINGS = 1_000_000;

/** Reads the shared string table, cleaned once per text. Joins rich text; skips phonetic readings (`rPh`). */
export async function readSharedStrings(part: string, pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(part, pieces, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = !inPhonetic;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'si') {
        if (strings.length === MAX_STRINGS) {
          throw new UnreadableFileError(`it has more than ${MAX_STRINGS} different texts; split the form.`);
        }
        strings.push(cleanText(unescapeOoxml(text)));
      } else if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
    },
  });
  return strings;
}

/** Decodes `_xHHHH_`, the escape of characters that XML does not allow. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
