/** What a cell of a written workbook may hold. Text is always text: never a formula, whatever it begins with. */
export type WrittenCell = string | number | boolean | Date | null | undefined;

const MS_PER_DAY = 86_400_000;
/** Day 0 of the 1900 calendar, for days after its 29 February that never was. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Style numbers of the workbook's style part. */
const DATE_STYLE = 1;
const MOMENT_STYLE = 2;

/** Names of the first columns, made once: A … Z, AA … */
const columnNames: string[] = [];

/** The name of a column, counted from 0: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  for (let next = columnNames.length; next <= column; next++) {
    const last = String.fromCharCode(65 + (next % 26));
    columnNames.push(next < 26 ? last : columnName(Math.floor(next / 26) - 1) + last);
  }
  return columnNames[column] ?? '';
}

/** The XML of one row; `number` counts from 1. Empty cells cost nothing. */
export function rowXml(number: number, cells: readonly WrittenCell[]): string {
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
    const serial = (cell.getTime() - EPOCH) / MS_PER_DAY;
    return `<c r="${reference}" s="${Number.isInteger(serial) ? DATE_STYLE : MOMENT_STYLE}"><v>${serial}</v></c>`;
  }
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${textXml(String(cell))}</t></is></c>`;
}

const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/gu;
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Text for XML; characters that XML can't hold, and text that looks like their escape, as `_xHHHH_`. */
export function textXml(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES.get(character) ?? escapeCharacter(character));
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
