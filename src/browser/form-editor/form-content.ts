/** Content of a form as the editor holds it: never changed in place, so that unchanged parts stay the same objects. */

export type Texts = readonly (string | null)[];

export interface Row {
  readonly type: string;
  readonly name?: string;
  /** Identity of the row while it is edited. */
  readonly $kuid: string;
  readonly select_from_list_name?: string;
  readonly [column: string]: unknown;
}

export interface ChoiceRow {
  readonly list_name: string;
  readonly name?: string;
  readonly [column: string]: unknown;
}

export interface FormContent {
  readonly survey: readonly Row[];
  readonly choices?: readonly ChoiceRow[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Languages in order; null is the one without a name. */
  readonly translations: readonly (string | null)[];
  readonly translated: readonly string[];
  readonly [sheet: string]: unknown;
}

export const isBegin = (type: string): boolean => type.startsWith('begin_');
export const isEnd = (type: string): boolean => type.startsWith('end_');

/** Index of the last row of the block at `start`: its end row for a group, itself otherwise. */
export function endOfBlock(survey: readonly Row[], start: number): number {
  if (!isBegin(survey[start]?.type ?? '')) return start;
  let depth = 0;
  for (let index = start; index < survey.length; index += 1) {
    const { type } = survey[index]!;
    if (isBegin(type)) depth += 1;
    else if (isEnd(type) && (depth -= 1) === 0) return index;
  }
  // A group without its end, which the compiler reports.
  return start;
}

export interface OutlineEntry {
  readonly row: Row;
  /** In `survey`. */
  readonly index: number;
  /** Number of groups around it. */
  readonly depth: number;
}

/** Rows that have a name: all but the ends of groups. */
export function outlineOf(survey: readonly Row[]): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let depth = 0;
  survey.forEach((row, index) => {
    if (isEnd(row.type)) depth = Math.max(0, depth - 1);
    else entries.push({ row, index, depth });
    if (isBegin(row.type)) depth += 1;
  });
  return entries;
}

export function indexOfKey({ survey }: FormContent, key: string | undefined): number {
  return key === undefined ? -1 : survey.findIndex(({ $kuid }) => $kuid === key);
}

/** Text of a cell in a language. Columns without translations have one text. */
export function textOf(cell: unknown, language: number): string {
  const text: unknown = Array.isArray(cell) ? cell[language] : cell;
  return typeof text === 'string' ? text : '';
}

/** Label in the language, else in the first that has one, else the name. */
export function labelOf(row: Row | ChoiceRow, language: number): string {
  const texts: readonly unknown[] = Array.isArray(row['label']) ? row['label'] : [row['label']];
  const label = [texts[language], ...texts].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof label === 'string' ? label : (row.name ?? '');
}

/**
 * The row with the name that the service made of its label. Written out before the label changes: answers are known by it,
 * and it would become another one.
 */
export function withWrittenName<Any extends Row | ChoiceRow>(row: Any): Any {
  const generated = row['$autoname'] ?? row['$autovalue'];
  const isGenerated = (row.name ?? '') === '' && typeof generated === 'string';
  return isGenerated ? { ...row, name: generated } : row;
}

/** The list with one item replaced. */
export function replaceAt<Item>(list: readonly Item[], index: number, item: Item): Item[] {
  return list.map((each, at) => (at === index ? item : each));
}

/** The list with items removed and added at an index. */
export function splice<Item>(
  list: readonly Item[],
  index: number,
  removed: number,
  ...added: Item[]
): Item[] {
  return [...list.slice(0, index), ...added, ...list.slice(index + removed)];
}
