import { FormProblem, setSourceRow, sourceRowOf } from '../form-problem';
import { FormSheet, isAlwaysTranslated, isTextColumn } from './column-header';
import { RawRow } from './raw-content';

/** Text columns with a list of texts in at least one row. */
export function columnsWithTextLists(rows: readonly RawRow[]): Set<string> {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const column in row) if (Array.isArray(row[column]) && isTextColumn(column)) columns.add(column);
  }
  return columns;
}

/**
 * Copies rows that claim to be in standard form. Pads lists of texts with null to one entry per translation, and
 * converts plain text in such a column to the first entry. Adds columns found to contain texts to `translated`.
 */
export function normaliseStandardRows(
  sheet: FormSheet,
  rows: readonly RawRow[],
  translationCount: number,
  translated: Set<string>,
  problems: FormProblem[],
): RawRow[] {
  return rows.map((given, index) => {
    const row = { ...given };
    const rowNumber = sourceRowOf(given, index);
    const report = (column: string, message: string) =>
      problems.push({ sheet, row: rowNumber, column, message });
    for (const column in row) {
      if (!translated.has(column) && !isAlwaysTranslated(column)) continue;
      const texts = padTexts(row[column], translationCount);
      if (texts === undefined)
        report(column, 'send a list with one text per translation, null where it is missing.');
      else row[column] = texts;
      translated.add(column);
    }
    for (const column of sheet === 'survey' ? ['type', 'name'] : ['list_name', 'name']) {
      if (row[column] === null) delete row[column];
      else if (typeof row[column] === 'number') row[column] = String(row[column]);
      else if (row[column] !== undefined && typeof row[column] !== 'string') report(column, 'send text.');
    }
    return setSourceRow(row, rowNumber);
  });
}

function padTexts(cell: unknown, length: number): unknown[] | undefined {
  const texts = Array.isArray(cell) ? Array.from<unknown>(cell) : [cell];
  if (!texts.every((text) => text === null || typeof text === 'string')) return undefined;
  while (texts.length < length) texts.push(null);
  return texts;
}

/** Tags of a survey row: words of `tags`, and parts of `hxl` with the prefix "hxl:" (contract-xlsform 2.1). */
const HXL = 'hxl:';
const HXL_PART = /[#+][\p{L}\p{N}_]+/gu;

/** Parses both cells; words first, in any order of columns. */
export function parseTags(tags: unknown, hxl: unknown): string[] {
  const given: unknown[] = Array.isArray(tags) ? tags : typeof tags === 'string' ? tags.split(/\s+/) : [];
  const words = given.filter((word): word is string => typeof word === 'string' && word !== '');
  const parts = typeof hxl === 'string' ? (hxl.match(HXL_PART) ?? []).map((part) => HXL + part) : [];
  const all = new Set([...words, ...parts]);
  return [...all].filter((tag) => !tag.startsWith(HXL)).concat([...all].filter((tag) => tag.startsWith(HXL)));
}

/** Formats a list of tags as `tags` and `hxl` cells; empty text if there are none. */
export function formatTags(tags: readonly string[]): { tags: string; hxl: string } {
  return {
    tags: tags.filter((tag) => !tag.startsWith(HXL)).join(' '),
    hxl: tags
      .filter((tag) => tag.startsWith(HXL))
      .map((tag) => tag.slice(HXL.length))
      .join(''),
  };
}

const WORDS = new Map<string, boolean>([
  ['yes', true],
  ['true', true],
  ['true()', true],
  ['no', false],
  ['false', false],
  ['false()', false],
]);

/** Parses `yes`, `true`, `true()` and their opposites in any letter case; undefined for any other text. */
export function parseYesNo(text: string | undefined): boolean | undefined {
  return WORDS.get(text?.toLowerCase() ?? '');
}
