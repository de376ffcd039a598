import { formatTags } from '../content/standard/tags';

export interface RowColumns {
  readonly translated: ReadonlySet<string>;
  readonly translations: readonly (string | null)[];
  readonly includesKeys: boolean;
}

const LIST_SELECTS = new Set(['select_one', 'select_multiple', 'select_one_external', 'rank']);
const FILE_SELECTS = new Set(['select_one_from_file', 'select_multiple_from_file']);

/** Headers of a translated column, one per language: `label`, `label::Français (fr)`. */
export function headersOf(column: string, { translations }: Pick<RowColumns, 'translations'>): string[] {
  return translations.map((language) => (language === null ? column : `${column}::${language}`));
}

/** Flattens a row of standard content to header → text, without empty cells (contract-xlsform 2.9). */
export function flattenRow(row: Readonly<Record<string, unknown>>, columns: RowColumns): Map<string, string> {
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
