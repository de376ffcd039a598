import type { CsvError } from 'csv-parse';
import type { VersionReading } from './version-reading';

/** Columns of an audit log by the XForms specification; a device writes those of its form's parameters. */
const AUDIT_COLUMNS = [
  ...['event', 'node', 'start', 'end', 'latitude', 'longitude', 'accuracy'],
  ...['old-value', 'new-value', 'user', 'change-reason'],
] as const;

/** Has JSON of what no other column has. */
const OTHER = 'other';

export const AUDIT_HEADERS: readonly string[] = ['_id', '_uuid', ...AUDIT_COLUMNS, OTHER];

/** Devices write short rows; an open quote makes the rest of a file one row. */
const MAX_RECORD_BYTES = 1024 * 1024;

export interface AuditLog {
  readonly submissionId: number;
  readonly uuid: string;
  /** Bytes of `audit.csv`. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Questions that devices answer with an audit log, in any version. */
export function auditPaths({ recordedPaths }: Pick<VersionReading, 'recordedPaths'>): string[] {
  return [...recordedPaths].filter((path) => path.startsWith('meta/'));
}

/**
 * Rows of an audit log under `AUDIT_HEADERS`. Where a file stops being CSV, a row says so in `other`.
 * @throws errors of the bytes
 */
export async function* auditRows({ submissionId, uuid, bytes }: AuditLog): AsyncGenerator<string[]> {
  const start = [String(submissionId), uuid];
  let headings: readonly string[] | undefined;
  for await (const records of recordChunks(bytes)) {
    if (!Array.isArray(records)) {
      yield [...start, ...AUDIT_COLUMNS.map(() => ''), JSON.stringify({ error: records.message })];
      return;
    }
    for (const record of records) {
      if (headings === undefined) headings = distinctHeadings(record);
      else yield [...start, ...auditCells(headings, record)];
    }
  }
}

/** Records of each chunk; a destroyed stream would drop those before an error, which comes last. */
async function* recordChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[][] | CsvError> {
  const { parse } = await import('csv-parse');
  let records: string[][] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (record: string[]) => void records.push(record),
  });
  let failure: CsvError | undefined;
  parser.on('error', (error) => (failure = error as CsvError)).resume();
  for await (const chunk of bytes) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    yield records;
    records = [];
    if (failure !== undefined) break;
  }
  if (failure === undefined) await new Promise<void>((resolve) => parser.once('close', resolve).end());
  yield records;
  if (failure !== undefined) yield failure;
}

/** The first of columns with one name has it; the others are named by their place, as are those without a name. */
function distinctHeadings(record: readonly string[]): string[] {
  const names = record.map((heading) => heading.trim());
  return names.map((name, index) => (names.indexOf(name) === index ? name : ''));
}

function auditCells(headings: readonly string[], record: readonly string[]): string[] {
  const cells = new Map(record.map((cell, index) => [headings[index] || `column ${index + 1}`, cell]));
  const known = AUDIT_COLUMNS.map((column) => {
    const cell = cells.get(column) ?? '';
    cells.delete(column);
    return cell;
  });
  const others = [...cells].filter(([, cell]) => cell !== '');
  return [...known, others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others))];
}
