/** Adds pasted rows to a form. */
import { parseRowType } from '../../domain/content/standard/row-type';
import { parseTags, parseYesNo } from '../../domain/content/standard/standard-rows';
import { insertRows } from './block-edits';
import { nameOf } from './choice-edits';
import {
  type ChoiceRow,
  type FormContent,
  isBegin,
  isEnd,
  replaceAt,
  type Row,
  textOf,
} from './form-content';
import { type MakeKey, withOwnNames, withText, withTranslated } from './form-edits';
import { withTextLists } from './form-texts';
import type { PastedColumn, PastedTable } from './row-table';

/** Cells of a row; texts by language are lists. */
type Cells = Readonly<Record<string, unknown>>;

interface Context {
  /** Index that rows of the survey sheet are put before. */
  readonly at: number;
  readonly makeKey: MakeKey;
}

export interface Pasted {
  readonly content: FormContent;
  /** Keys of the rows at their first level. */
  readonly keys: readonly string[];
  /** Number of rows that were added or changed. */
  readonly count: number;
  /** Number of rows without a type, or without a list. */
  readonly leftOut: number;
}

export function pasteRows(given: FormContent, table: PastedTable, context: Context): Pasted {
  const content = withColumns(given, table.columns);
  const cells = table.rows.map((row) => cellsOf(content, table, row));
  return table.sheet === 'survey'
    ? pasteQuestions(content, table, cells, context)
    : pasteChoices(content, cells);
}

/** A column that gets its first texts in a language has lists of texts in all rows from then on. */
function withColumns(content: FormContent, columns: PastedTable['columns']): FormContent {
  return columns.reduce<FormContent>(
    (listed, column) =>
      column?.language === undefined || listed.translated.includes(column.column)
        ? listed
        : withTranslated(withTextLists(listed, column.column), column.column),
    content,
  );
}

function cellsOf({ translations }: FormContent, { columns }: PastedTable, row: readonly string[]): Cells {
  const cells: Record<string, unknown> = {};
  row.forEach((text, at) => {
    const target: PastedColumn | undefined = columns[at];
    if (target === undefined || text === '') return;
    const { column, language } = target;
    cells[column] =
      language === undefined ? text : withText(cells[column], language, text, translations.length);
  });
  return cells;
}

function pasteQuestions(
  content: FormContent,
  { columns }: PastedTable,
  cells: readonly Cells[],
  { at, makeKey }: Context,
): Pasted {
  const hasTypes = columns.some((column) => column?.column === 'type');
  const typed = cells.filter((each) => !hasTypes || each['type'] !== undefined);
  const rows = balanced(
    typed.map((each) => rowOf(each, makeKey)),
    makeKey,
  );
  const inserted = insertRows(content, withOwnNames(content, rows, makeKey), at);
  return { ...inserted, count: typed.length, leftOut: cells.length - typed.length };
}

function rowOf({ required, tags, hxl, ...cells }: Cells, makeKey: MakeKey): Row {
  const typed = typeof cells['type'] === 'string' ? cells['type'] : 'text';
  const parsed = parseRowType(typed);
  // The service reports a type that it does not know.
  const type = 'problem' in parsed ? { type: typed } : parsed;
  const words = tags === undefined && hxl === undefined ? [] : parseTags(tags, hxl);
  return {
    ...cells,
    ...type,
    ...nameFor(cells, type.type),
    ...(required !== undefined && { required: parseYesNo(required as string) ?? required }),
    ...(words.length > 0 && { tags: words }),
    $kuid: makeKey(),
  };
}

/** A row without a name is named after its first label, else its type. */
function nameFor({ name, label }: Cells, type: string): { name?: string } {
  if (name !== undefined || isEnd(type)) return {};
  const labels = Array.isArray(label) ? label : [label];
  const first = labels.map((_, language) => textOf(label, language)).find((text) => text !== '') ?? '';
  return { name: nameOf(first) || nameOf(type.replace('begin_', '')) };
}

/** Ends of groups that begin elsewhere are left out, and missing ones added: the form would be torn otherwise. */
function balanced(rows: readonly Row[], makeKey: MakeKey): Row[] {
  const open: Row[] = [];
  const kept = rows.filter((row) => {
    if (isBegin(row.type)) open.push(row);
    return !isEnd(row.type) || open.pop() !== undefined;
  });
  const ends = open.reverse().map(({ type }) => ({ type: type.replace('begin_', 'end_'), $kuid: makeKey() }));
  return [...kept, ...ends];
}

/** Changes choices that the form has, and adds the others behind their list. */
function pasteChoices(content: FormContent, cells: readonly Cells[]): Pasted {
  const listed = cells.filter((each) => each['list_name'] !== undefined);
  const choices = listed.reduce<readonly ChoiceRow[]>((all, each) => {
    const choice = choiceOf(each, all);
    const at = all.findIndex((other) => other.list_name === choice.list_name && other.name === choice.name);
    if (at >= 0) return replaceAt(all, at, merged(all[at]!, choice));
    const last = all.findLastIndex(({ list_name: list }) => list === choice.list_name);
    return last < 0 ? [...all, choice] : [...all.slice(0, last + 1), choice, ...all.slice(last + 1)];
  }, content.choices ?? []);
  return {
    content: { ...content, choices },
    keys: [],
    count: listed.length,
    leftOut: cells.length - listed.length,
  };
}

function choiceOf(cells: Cells, choices: readonly ChoiceRow[]): ChoiceRow {
  const list = cells['list_name'] as string;
  if (cells['name'] !== undefined) return { ...cells, list_name: list };
  const { name = 'choice' } = nameFor(cells, '');
  const taken = new Set(choices.flatMap((each) => (each.list_name === list ? [each.name] : [])));
  const isFree = name !== '' && !taken.has(name);
  for (let number = 1; ; number += 1) {
    const free = isFree ? name : `${name || 'choice'}_${number}`;
    if (!taken.has(free)) return { ...cells, list_name: list, name: free };
  }
}

/** The choice with the pasted cells; texts in other languages stay. */
function merged(choice: ChoiceRow, cells: ChoiceRow): ChoiceRow {
  const entries = Object.entries(cells).map(([column, cell]) => {
    const former: unknown = choice[column];
    if (!Array.isArray(cell) || !Array.isArray(former)) return [column, cell] as const;
    return [
      column,
      cell.map((text: string | null, at) => text ?? (former[at] as string | null) ?? null),
    ] as const;
  });
  return { ...choice, ...Object.fromEntries(entries) };
}
