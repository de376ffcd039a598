import { csvLine } from '../text/csv-line';

/** Columns after the answers, in the words of the JSON. */
const SYSTEM_COLUMNS = [
  '_id',
  '_uuid',
  'meta/rootUuid',
  '_submission_time',
  '_date_modified',
  '_submitted_by',
  '_validation_status',
] as const;

/**
 * The columns of submissions as CSV: answers in the order of the form, then those that only other versions know, then
 * what the service adds.
 * @param asked paths of the form's questions, in order
 * @param answered paths under which anything was answered, of any version
 */
export function csvColumns(asked: readonly string[], answered: readonly string[]): string[] {
  const known = new Set(asked);
  const system = new Set<string>(SYSTEM_COLUMNS);
  const others = answered.filter((path) => !known.has(path) && !system.has(path));
  return [...asked.filter((path) => answered.includes(path)), ...others, ...SYSTEM_COLUMNS];
}

export function csvHead(columns: readonly string[]): string {
  return csvLine(columns);
}

/** One submission. Repeats are shown as their JSON, a verdict by its label. @param json of one submission */
export function csvRow(columns: readonly string[], json: string): string {
  const submission = JSON.parse(json) as Readonly<Record<string, unknown>>;
  return csvLine(columns.map((column) => cell(column, submission[column])));
}

function cell(column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (column === '_validation_status') return (value as { label?: string }).label ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
