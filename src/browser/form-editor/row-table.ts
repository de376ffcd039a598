/** Rows as a spreadsheet has them: written for its clipboard, and read from it. */
import { parseColumnHeader } from '../../domain/content/standard/column-header';
import { parseRowType } from '../../domain/content/standard/row-type';
import { formatTags } from '../../domain/content/standard/standard-rows';
import { readDelimited } from './delimited';
import type { FormContent, Row } from './form-content';
import { hasList, isTranslated, readsFile } from './form-edits';

export type RowSheet = 'survey' | 'choices';

/** Column that cells go to. */
export interface PastedColumn {
  readonly column: string;
  /** Index of the language of a text. */
  readonly language?: number;
}

export interface PastedTable {
  readonly sheet: RowSheet;
  /** By the columns of the table; undefined for one that is left out. */
  readonly columns: readonly (PastedColumn | undefined)[];
  readonly rows: readonly (readonly string[])[];
  readonly headers: readonly string[] | undefined;
}

const IN_TYPE = ['select_from_list_name', '_or_other'];

/** Header and cells of rows of the survey sheet. */
export function tableOfRows(content: FormContent, rows: readonly Row[]): string[][] {
  const cells = rows.map((row) => cellsOf(content, row));
  const found = new Set(cells.flatMap((each) => Object.keys(each)));
  const labels = content.translations.map((language) => headerOf('label', language));
  const header = [...new Set(['type', 'name', ...labels, ...found])];
  return [header, ...cells.map((each) => header.map((column) => each[column] ?? ''))];
}

function headerOf(column: string, language: string | null): string {
  return language === null ? column : `${column}::${language}`;
}

function cellsOf({ translations }: FormContent, row: Row): Record<string, string> {
  const { type, select_from_list_name: list, file, _or_other: other } = row;
  const source = hasList(type) ? list : readsFile(type) ? (file as string | undefined) : undefined;
  const cells: Record<string, string> = {
    type: [type, source, other === true ? 'or_other' : undefined].filter(Boolean).join(' '),
  };
  for (const [column, cell] of Object.entries(row)) {
    if (column === 'type' || column.startsWith('$') || IN_TYPE.includes(column)) continue;
    if (column === 'file' && source !== undefined) continue;
    if (column === 'tags' && Array.isArray(cell)) Object.assign(cells, formatTags(cell as string[]));
    else if (Array.isArray(cell) && cell.every((text) => text === null || typeof text === 'string'))
      cell.forEach((text: string | null, at) => {
        cells[headerOf(column, translations[at] ?? null)] = text ?? '';
      });
    else cells[column] = typeof cell === 'string' ? cell : JSON.stringify(cell);
  }
  return cells;
}

/** Reads cells of the clipboard. @returns undefined for none */
export function readPastedRows(content: FormContent, text: string): PastedTable | undefined {
  const rows = readDelimited(text, '\t', { isClipboard: true }).map((row) => row.map((cell) => cell.trim()));
  const [first] = rows;
  if (first === undefined) return undefined;
  const sheet = sheetOfHeader(first);
  if (sheet === undefined) return guessColumns(content, rows);
  const columns = first.map((header) => columnOfHeader(content, sheet, header));
  return { sheet, columns, rows: rows.slice(1), headers: first };
}

function sheetOfHeader(header: readonly string[]): RowSheet | undefined {
  const has = (sheet: RowSheet, column: string): boolean =>
    header.some((each) => parseColumnHeader(sheet, each).column === column);
  if (has('choices', 'list_name')) return 'choices';
  // A question may be called "type"; a second known column makes the header.
  return has('survey', 'type') && (has('survey', 'name') || has('survey', 'label')) ? 'survey' : undefined;
}

function columnOfHeader(content: FormContent, sheet: RowSheet, header: string): PastedColumn | undefined {
  if (header === '' || header.startsWith('$')) return undefined;
  const { column, language } = parseColumnHeader(sheet, header);
  const at = content.translations.indexOf(language);
  if (language !== null) return at < 0 ? undefined : { column, language: at };
  return isListed(content, column) ? { column, language: Math.max(0, at) } : { column };
}

/** Whether cells of the column have one text per language in this form. */
export function isListed(content: FormContent, column: string): boolean {
  return isTranslated(content, column) || column.startsWith('media::');
}

/** Without a header: types first for questions, else lists of choices; a single column has labels. */
function guessColumns(content: FormContent, rows: readonly string[][]): PastedTable {
  const types = rows.filter(([type = '']) => type !== '' && !('problem' in parseRowType(type))).length;
  const width = Math.max(...rows.map((row) => row.length));
  const isSurvey = width === 1 || types * 2 >= rows.length;
  const sheet = isSurvey ? 'survey' : 'choices';
  return { sheet, columns: usualColumns(content, sheet, width), rows, headers: undefined };
}

/** Columns in their usual order. @param width number of columns of the table */
export function usualColumns(
  { translations }: FormContent,
  sheet: RowSheet,
  width: number,
): (PastedColumn | undefined)[] {
  const labels = translations.map((_, language): PastedColumn => ({ column: 'label', language }));
  const hints = translations.map((_, language): PastedColumn => ({ column: 'hint', language }));
  const usual =
    sheet === 'choices'
      ? [{ column: 'list_name' }, { column: 'name' }, ...labels]
      : [{ column: 'type' }, { column: 'name' }, ...labels, ...hints];
  if (width === 1) return labels.slice(0, 1);
  return Array.from({ length: width }, (_, at) => usual[at]);
}
