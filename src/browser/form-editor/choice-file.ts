/** Files that selects read their choices from: their columns, and what keeps a question from reading them. */
import { CHOICE_FILE_COLUMNS } from '../../domain/content/own-choices';
import { parameterPairs } from '../../domain/content/parameter-pairs';
import { readDelimited } from './delimited';
import type { Row } from './form-content';
import { decodeText } from './text-csv';

export type FileColumn = 'value' | 'label';

/** The choices of a file as rows. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Name of a text, with its values. */
export interface FileProblem {
  readonly name: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A name that XForms can refer to. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

export function formatOf(file: string): keyof typeof CHOICE_FILE_COLUMNS | undefined {
  const format = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(CHOICE_FILE_COLUMNS, format) ? (format as 'csv') : undefined;
}

export const fileOf = (row: Row): string => {
  const file = row['file'] ?? row.select_from_list_name;
  return typeof file === 'string' ? file : '';
};

/** A column as the parameters name it; empty for that of the format. */
export function columnOf({ parameters }: Row, column: FileColumn): string {
  const pairs = typeof parameters === 'string' ? parameterPairs(parameters) : [];
  return pairs.findLast(({ key }) => key === column)?.value ?? '';
}

export function defaultColumn(file: string, column: FileColumn): string {
  return CHOICE_FILE_COLUMNS[formatOf(file) ?? 'csv'][column];
}

/** Parameters with another column; the others stay as they are written. */
export function withColumn(parameters: unknown, column: FileColumn, name: string): string {
  const pairs = typeof parameters === 'string' ? parameterPairs(parameters) : [];
  const others = pairs.filter(({ key }) => key !== column).map(({ part }) => part);
  return [...others, ...(name === '' ? [] : [`${column}=${name}`])].join(' ');
}

/** Columns that a question can name. */
export const usableColumns = ({ columns }: FileTable): string[] => [
  ...new Set(columns.filter((column) => COLUMN_NAME.test(column))),
];

/**
 * Reads a file.
 * @param isWhole false: `bytes` are the first of a larger file, of which only the whole lines of a CSV are read
 * @returns why it can't be read, if so
 */
export function readFileTable(file: string, bytes: Uint8Array, isWhole: boolean): FileTable | FileProblem {
  const format = formatOf(file);
  if (format !== 'csv' && !isWhole) return { name: 'fileTooLarge' };
  const text = decodeText(isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1));
  if (text === undefined) return { name: 'fileNotUtf8' };
  const table = format === 'csv' ? readCsv(text) : format === 'xml' ? readXml(text) : readGeoJson(text);
  if ('name' in table) return table;
  return table.rows.length === 0 ? { name: 'fileEmpty' } : table;
}

function readCsv(text: string): FileTable | FileProblem {
  const [head = [], ...rows] = readDelimited(text.replace(/^\ufeff/, ''), ',');
  if (head.length === 1 && /[;\t]/.test(head[0]!)) return { name: 'fileSeparator' };
  return { columns: head.map((column) => column.trim()), rows };
}

function readXml(text: string): FileTable | FileProblem {
  const read = new DOMParser().parseFromString(text, 'application/xml');
  if (read.querySelector('parsererror') !== null) return { name: 'fileUnreadable' };
  const items = [...read.documentElement.children];
  return tableOf(
    items.map((item) => new Map([...item.children].map((cell) => [cell.localName, cell.textContent ?? '']))),
  );
}

function readGeoJson(text: string): FileTable | FileProblem {
  const read = parseJson(text);
  const features = isObject(read) ? read['features'] : undefined;
  if (!Array.isArray(features)) return { name: 'fileUnreadable' };
  return tableOf(
    features.filter(isObject).map(({ id, properties }) => {
      const cells = { ...(isObject(properties) && properties), ...(id !== undefined && { id }) };
      return new Map(
        Object.entries(cells).flatMap(([column, cell]): [string, string][] =>
          typeof cell === 'string' || typeof cell === 'number' ? [[column, String(cell)]] : [],
        ),
      );
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function tableOf(rows: readonly ReadonlyMap<string, string>[]): FileTable {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { columns, rows: rows.map((row) => columns.map((column) => row.get(column) ?? '')) };
}

/** Finds what keeps a question from reading its choices of the table. */
export function problemsOfFile(row: Row, table: FileTable): FileProblem[] {
  const [value, label] = (['value', 'label'] as const).map(
    (column) => columnOf(row, column) || defaultColumn(fileOf(row), column),
  );
  const at = table.columns.indexOf(value!);
  const missing = [...new Set([value!, label!])].filter((column) => !table.columns.includes(column));
  const problems: FileProblem[] = missing.map((column) => ({
    name: 'fileColumnMissing',
    values: { column },
  }));
  if (at < 0) return problems;
  const values = table.rows.map((cells) => (cells[at] ?? '').trim());
  const empty = values.filter((each) => each === '').length;
  if (empty > 0) problems.push({ name: 'fileValuesMissing', values: { count: empty, column: value! } });
  const spaced = values.find((each) => /\s/.test(each));
  if (spaced !== undefined && row.type.startsWith('select_multiple'))
    problems.push({ name: 'fileValueSpaces', values: { value: spaced } });
  const seen = new Set<string>();
  const twice = values.find((each) => each !== '' && seen.size === seen.add(each).size);
  // A cascade may use a value below several others.
  if (twice !== undefined && row['choice_filter'] === undefined)
    problems.push({ name: 'fileValueTwice', values: { value: twice } });
  return problems;
}
