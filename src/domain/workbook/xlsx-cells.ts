/** Cell value to write. Text is never a formula, even if it begins with "=". */
export type XlsxCell = string | number | boolean | Date | null | undefined;

const MS_PER_DAY = 86_400_000;
/** Day 0 of the 1900 date system, for dates after its false 29 February, day 60 (ECMA-376 18.17.4.1). */
const EPOCH = Date.UTC(1899, 11, 30);
const FALSE_LEAP_DAY = 60;

const DATE_STYLE = 1;
const DATE_TIME_STYLE = 2;
const TIME_STYLE = 3;

const columnNames: string[] = [];

/** Name of a 0-based column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  for (let next = columnNames.length; next <= column; next++) {
    const last = String.fromCharCode(65 + (next % 26));
    columnNames.push(next < 26 ? last : columnName(Math.floor(next / 26) - 1) + last);
  }
  return columnNames[column] ?? '';
}

/** Formats one row as XML; `number` is 1-based. Omits empty cells. */
export function rowXml(number: number, cells: readonly XlsxCell[]): string {
  const xml = [`<row r="${number}">`];
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    if (cell !== undefined && cell !== null && cell !== '')
      xml.push(cellXml(`${columnName(column)}${number}`, cell));
  }
  xml.push('</row>');
  return xml.join('');
}

function cellXml(reference: string, cell: string | number | boolean | Date): string {
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) {
    const serial = serialOf(cell);
    return `<c r="${reference}" s="${dateStyle(serial)}"><v>${serial}</v></c>`;
  }
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${textXml(String(cell))}</t></is></c>`;
}

/** Times without a date are on day 0, the epoch. Dates of January and February 1900 come one day earlier. */
function serialOf(date: Date): number {
  const days = (date.getTime() - EPOCH) / MS_PER_DAY;
  return days >= 2 && days < FALSE_LEAP_DAY + 1 ? days - 1 : days;
}

/** Day 0 has times without a date. */
function dateStyle(serial: number): number {
  if (serial >= 0 && serial < 1) return TIME_STYLE;
  return Number.isInteger(serial) ? DATE_STYLE : DATE_TIME_STYLE;
}

const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/gu;
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Escapes text for XML; characters that XML does not allow, and text that looks like their escape, become `_xHHHH_`. */
export function textXml(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES.get(character) ?? escapeCharacter(character));
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
