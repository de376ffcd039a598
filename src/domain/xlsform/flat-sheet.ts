import { Choice, Content, SurveyRow } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { columnsWithTextLists, formatTags } from '../content/standard/standard-rows';
import { isJsonObject } from '../text/json-members';
import { profilesToRows } from './locking-profiles';
import { xlsxBytes } from '../workbook/xlsx-stream';

interface FlatSheet {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface FlattenOptions {
  /** Expands score, rank and matrix to plain XLSForm rows; otherwise keeps them for a later import. */
  expandKobo: boolean;
  includesKeys?: boolean;
  /** Settings outside the content, such as the asset name as `form_title`. */
  settings?: Readonly<Record<string, string>>;
}

/** Columns that are always present. */
const MANDATORY = new Map([
  ['survey', ['type', 'name']],
  ['choices', ['list_name', 'name']],
]);
const FIRST = new Map([
  ['survey', ['label', 'hint']],
  ['choices', ['label']],
  ['settings', ['id_string', 'form_title']],
]);

const NO_SHEETS = new Set(['schema', 'translations', 'translated', 'survey', 'choices', 'settings']);
const LOCKING_PROFILES = 'kobo--locking-profiles';
const LIST_SELECTS = new Set(['select_one', 'select_multiple', 'select_one_external', 'rank']);
const FILE_SELECTS = new Set(['select_one_from_file', 'select_multiple_from_file']);

/**
 * Flattens content to the sheets of an XLSForm (contract-xlsform 2.9): one column per language for lists of texts, the
 * list of a select in its type, no `$` columns by default. They can be read back, except `$` keys.
 */
export function contentToSheets(content: Content, options: FlattenOptions): FlatSheet[] {
  const { survey, choices, settings, translated, translations, ...others } = options.expandKobo
    ? expandKoboRows(content)
    : content;
  const rows = [...survey, ...(choices ?? [])];
  const columns = {
    translated: new Set([...translated, ...columnsWithTextLists(rows)]),
    translations,
    always: new Set<string>(),
    includesKeys: options.includesKeys === true,
  };
  const used = new Set(rows.flatMap((row) => Object.keys(row)));
  const unused = translated.filter((column) => !used.has(column));
  const sheets = [flattenSheet('survey', survey, { ...columns, always: new Set(unused) })];
  if (choices !== undefined) sheets.push(flattenSheet('choices', choices, columns));
  const allSettings = { ...settings, ...options.settings };
  if (Object.keys(allSettings).length > 0) sheets.push(flattenSheet('settings', [allSettings]));
  for (const [name, value] of Object.entries(others)) {
    if (NO_SHEETS.has(name)) continue;
    if (name === LOCKING_PROFILES) sheets.push({ name, ...profilesToRows(value) });
    else if (isRowList(value)) sheets.push(flattenSheet(name, value));
  }
  return sheets;
}

/** Sheet name → rows, each header → text; empty cells are absent. */
type FlatContent = Record<string, Record<string, string>[]>;

/**
 * Flattens content to the sheets of an XLSForm in JSON, with Kobo rows and `$` keys (contract-assets 1.2, `content/`
 * and `.ssjson`). Always has `settings`.
 */
export function flatContent(content: Content): FlatContent {
  const sheets = contentToSheets(content, { expandKobo: false, includesKeys: true });
  return {
    ...Object.fromEntries(sheets.map((sheet) => [sheet.name, rowObjects(sheet)])),
    ...(!sheets.some(({ name }) => name === 'settings') && { settings: [{}] }),
  };
}

function rowObjects({ headers, rows }: FlatSheet): Record<string, string>[] {
  return rows.map((row) => {
    const cells = headers.map((header, column) => [header, row[column] ?? ''] as const);
    return Object.fromEntries(cells.filter(([, text]) => text !== ''));
  });
}

function isRowList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isJsonObject);
}

type Row = SurveyRow | Choice | Record<string, unknown>;

interface SheetColumns {
  readonly translated: ReadonlySet<string>;
  readonly translations: readonly (string | null)[];
  readonly includesKeys: boolean;
  /** Empty translated columns whose headers are written to preserve their languages. */
  readonly always: ReadonlySet<string>;
}

const PLAIN: SheetColumns = {
  translated: new Set(),
  translations: [null],
  always: new Set(),
  includesKeys: false,
};

function flattenSheet(name: string, rows: readonly Row[], columns = PLAIN): FlatSheet {
  const flat = rows.map((row) => flattenRow(row, columns));
  const headers = orderHeaders(name, columns, flat);
  return { name, headers, rows: flat.map((cells) => headers.map((header) => cells.get(header) ?? '')) };
}

/** Usual columns first, then the others in order of appearance; the languages of a column stay together. */
function orderHeaders(
  sheet: string,
  columns: SheetColumns,
  rows: readonly ReadonlyMap<string, string>[],
): string[] {
  const seen = new Set(rows.flatMap((cells) => [...cells.keys()]));
  const groups = [...columns.translated].map((column) => ({ column, headers: headersOf(column, columns) }));
  const groupOf = new Map(groups.flatMap((group) => group.headers.map((header) => [header, group.headers])));
  const shown = groups.filter(
    ({ column, headers }) => columns.always.has(column) || headers.some((header) => seen.has(header)),
  );

  const headers = new Set(MANDATORY.get(sheet) ?? []);
  for (const column of FIRST.get(sheet) ?? []) {
    const group = shown.find((candidate) => candidate.column === column);
    for (const header of group?.headers ?? (seen.has(column) ? [column] : [])) headers.add(header);
  }
  for (const header of seen) for (const one of groupOf.get(header) ?? [header]) headers.add(one);
  for (const group of shown) for (const header of group.headers) headers.add(header);
  return [...headers];
}

/** Headers of a translated column, one per language: `label`, `label::Français (fr)`. */
function headersOf(column: string, { translations }: Pick<SheetColumns, 'translations'>): string[] {
  return translations.map((language) => (language === null ? column : `${column}::${language}`));
}

/** Flattens a row of standard content to header → text, without empty cells (contract-xlsform 2.9). */
function flattenRow(row: Readonly<Record<string, unknown>>, columns: SheetColumns): Map<string, string> {
  const cells = new Map<string, string>();
  const set = (header: string, text: string): void => {
    if (text !== '') cells.set(header, text);
  };
  const inType = typeWithSource(row);
  for (const [column, cell] of Object.entries(row)) {
    if (!columns.includesKeys && column.startsWith('$')) continue;
    if (inType?.columns.includes(column) === true) continue;
    if (column === 'type' && inType !== undefined) {
      set('type', inType.type);
    } else if (column === 'tags' && Array.isArray(cell)) {
      const { tags, hxl } = formatTags(cell.filter((tag) => typeof tag === 'string'));
      set('tags', tags);
      set('hxl', hxl);
    } else if (columns.translated.has(column) && Array.isArray(cell)) {
      headersOf(column, columns).forEach((header, index) => set(header, cellText(cell[index])));
    } else {
      set(column, cellText(cell));
    }
  }
  return cells;
}

/** The type cell with list or file and `or_other`, and the columns merged into it. */
function typeWithSource(
  row: Readonly<Record<string, unknown>>,
): { type: string; columns: string[] } | undefined {
  const { type, select_from_list_name: list, file, _or_other: other } = row;
  if (typeof type !== 'string') return undefined;
  const suffix = other === true ? ' or_other' : '';
  if (LIST_SELECTS.has(type) && typeof list === 'string') {
    return { type: `${type} ${list}${suffix}`, columns: ['select_from_list_name', '_or_other'] };
  }
  if (FILE_SELECTS.has(type) && typeof file === 'string') {
    return { type: `${type} ${file}${suffix}`, columns: ['file', '_or_other'] };
  }
  return undefined;
}

/** Formats scalars as text, other values as JSON. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return JSON.stringify(cell);
}

/**
 * Formats sheets as one text table, as in issues and pyxform tests: a line with the sheet name, then its rows, indented
 * by one cell, with aligned columns.
 */
export function tableView(sheets: readonly FlatSheet[]): string {
  return sheets.flatMap(sheetLines).join('\n');
}

function sheetLines({ name, headers, rows }: FlatSheet): string[] {
  const table = [headers, ...rows].map((row) => row.map(escapeCell));
  const widths = headers.map((_, column) => Math.max(...table.map((row) => length(row[column] ?? ''))));
  const indent = ' '.repeat(length(name));
  return [
    `| ${name} |`,
    ...table.map(
      (row) => `| ${[indent, ...row.map((cell, column) => pad(cell, widths[column] ?? 0))].join(' | ')} |`,
    ),
  ];
}

function escapeCell(cell: string): string {
  return cell
    .replace(/\\/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/\r\n|\r|\n/g, '\\n');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - length(text));
}

/** In code points. */
function length(text: string): number {
  return Array.from(text).length;
}

/**
 * Writes content as an .xlsx workbook (contract-xlsform 2.9, contract-assets 2.8). Reading it gives the same content with
 * every name written out, except `$` keys, unless Kobo rows were expanded.
 */
export function contentToXlsx(content: Content, options: FlattenOptions): Promise<Uint8Array> {
  const sheets = contentToSheets(withNames(content), options);
  return xlsxBytes(sheets.map(({ name, headers, rows }) => ({ name, rows: [headers, ...rows] })));
}

/** Writes out generated names, so that other converters and later imports use the names of the data. */
export function withNames(content: Content): Content {
  const { survey, choices } = content;
  return {
    ...content,
    survey: survey.map((row) => withName(row, row.$autoname)),
    ...(choices && { choices: choices.map((choice) => withName(choice, choice.$autovalue)) }),
  };
}

function withName<Row extends { name?: unknown }>(row: Row, generated: string | undefined): Row {
  return (row.name ?? '') === '' && generated !== undefined ? { ...row, name: generated } : row;
}
