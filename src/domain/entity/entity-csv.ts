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

/** Cells exactly as answered: forms calculate with them. */
export function entityCsvRow(
  properties: readonly string[],
  { uuid, label, version, data }: EntityRow,
): string {
  return csvRow([uuid, label, String(version), ...properties.map((name) => valueOf(data, name))]);
}

const NEEDS_QUOTES = /[",\r\n]/;

function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
