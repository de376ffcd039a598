import { isFormula } from '../text/csv-line';
import { type EntityData, valueOf } from './entity-change';

/** Row of a list as collectors read it. */
export interface EntityRow {
  readonly uuid: string;
  readonly label: string;
  readonly version: number;
  readonly data: EntityData;
}

/** First line: `name` is the uuid, as choices are compared by name (ODK Entities specification). */
export function entityCsvHeader(properties: readonly string[]): string {
  return csvRow(['name', 'label', '__version', ...properties]);
}

/** @param escapesFormulas for spreadsheets; forms calculate with the cells as they are */
export function entityCsvRow(
  properties: readonly string[],
  { uuid, label, version, data }: EntityRow,
  escapesFormulas = false,
): string {
  const texts = [label, ...properties.map((name) => valueOf(data, name))];
  const [name, ...values] = escapesFormulas ? texts.map(escapeFormula) : texts;
  return csvRow([uuid, name!, String(version), ...values]);
}

/** Puts an apostrophe before a formula, and before a text that `unescapeFormula` would shorten. */
function escapeFormula(text: string): string {
  return isFormula(text) || isEscaped(text) ? `'${text}` : text;
}

/** Text of a cell of a downloaded list. */
export function unescapeFormula(text: string): string {
  return isEscaped(text) ? text.slice(1) : text;
}

function isEscaped(text: string): boolean {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, ''));
}

const NEEDS_QUOTES = /[",\r\n]/;

function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
