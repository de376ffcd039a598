import { Choice, Content, SurveyRow } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { listedColumns } from '../content/standard/standard-rows';
import { profilesToRows } from './locking-profiles';
import { flattenRow, headersOf, RowColumns } from './row-columns';

/** A sheet of an XLSForm as text: headers, and rows as long as they are. Empty cells are empty text. */
export interface FlatSheet {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface FlattenOptions {
  /** Turn score, rank and matrix into plain XLSForm rows; otherwise they are kept for a later import. */
  expandKobo: boolean;
  /** Keep what rows are known by (`$kuid`, `$xpath`, …) as columns. */
  keepsKeys?: boolean;
  /** Settings that belong to the asset and not to its content, such as its name as `form_title`. */
  settings?: Readonly<Record<string, string>>;
}

/** Columns that a sheet has in any case. */
const MANDATORY = new Map([
  ['survey', ['type', 'name']],
  ['choices', ['list_name', 'name']],
]);
/** Columns that come next, where they are used. */
const FIRST = new Map([
  ['survey', ['label', 'hint']],
  ['choices', ['label']],
  ['settings', ['id_string', 'form_title']],
]);

/** Keys of content that are no sheets of their own. */
const NO_SHEETS = new Set(['schema', 'translations', 'translated', 'survey', 'choices', 'settings']);
const LOCKING_PROFILES = 'kobo--locking-profiles';

/**
 * Content as the sheets of an XLSForm (contract-xlsform 2.9): lists of texts become one column per language, a select's list
 * goes back into its type, `$` columns are left out unless asked for. Reading the sheets again gives the same content apart from `$` keys.
 */
export function contentToSheets(content: Content, options: FlattenOptions): FlatSheet[] {
  const { survey, choices, settings, translated, translations, ...others } = options.expandKobo
    ? expandKoboRows(content)
    : content;
  const rows = [...survey, ...(choices ?? [])];
  const columns = {
    translated: new Set([...translated, ...listedColumns(rows)]),
    translations,
    always: new Set<string>(),
    keepsKeys: options.keepsKeys === true,
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

function isRowList(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  );
}

type Row = SurveyRow | Choice | Record<string, unknown>;

interface SheetColumns extends RowColumns {
  /** Translated columns that get their headers although they stand empty, or their languages would be forgotten. */
  readonly always: ReadonlySet<string>;
}

const PLAIN: SheetColumns = {
  translated: new Set(),
  translations: [null],
  always: new Set(),
  keepsKeys: false,
};

function flattenSheet(name: string, rows: readonly Row[], columns = PLAIN): FlatSheet {
  const flat = rows.map((row) => flattenRow(row, columns));
  const headers = orderHeaders(name, columns, flat);
  return { name, headers, rows: flat.map((cells) => headers.map((header) => cells.get(header) ?? '')) };
}

/** The usual columns first, the others in the order in which they appear; all languages of a column together. */
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
