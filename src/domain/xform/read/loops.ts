import { Choice } from '../../content/content';
import { cellText, Cells, cleanCells } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { otherLabel } from './choice-lists';
import { generatedRow, TypedRow, withCells } from './survey-rows';

/** Cells of a choice by column. */
type ChoiceRow = Readonly<Record<string, unknown>>;

interface OpenLoop {
  readonly begin: TypedRow;
  readonly rows: TypedRow[];
}

/**
 * Unrolls `begin loop over LIST` … `end loop` to a group that contains one group per choice, with its name, its label and
 * the rows of the loop. `%(label)s`, or another column of the choices sheet, is replaced by the cell of the choice.
 */
export function expandLoops(
  rows: readonly TypedRow[],
  choices: readonly Choice[],
  log: ProblemLog,
): TypedRow[] {
  if (!rows.some(({ type }) => type === 'begin_loop' || type === 'end_loop')) return [...rows];
  const listsWithOther = new Set(
    rows.flatMap(({ cells }) => (cells['_or_other'] === true ? [cells['select_from_list_name']] : [])),
  );
  const choicesOf = (list: string | undefined): ChoiceRow[] => {
    const found = choices.filter(({ list_name: name }) => name === list);
    const lacksOther = listsWithOther.has(list) && !found.some(({ name }) => name === 'other');
    return list !== undefined && lacksOther ? [...found, otherChoice(list, found)] : found;
  };
  const result: TypedRow[] = [];
  const open: OpenLoop[] = [];
  const target = () => open.at(-1)?.rows ?? result;
  for (const row of rows) {
    if (row.type === 'begin_loop') open.push({ begin: row, rows: [] });
    else if (row.type !== 'end_loop') target().push(row);
    else {
      const loop = open.pop();
      if (loop === undefined) refuse(row, 'This row ends a loop, but none is open. Remove it.', log);
      else target().push(...unrollLoop(loop, row, choicesOf, log));
    }
  }
  for (const { begin, rows: loopRows } of open) {
    refuse(begin, 'The loop is never closed. Add a row of type end loop.', log);
    result.push(...loopRows);
  }
  return result;
}

function unrollLoop(
  { begin, rows }: OpenLoop,
  end: TypedRow,
  choicesOf: (list: string | undefined) => readonly ChoiceRow[],
  log: ProblemLog,
): TypedRow[] {
  const list = cellText(begin.cells, 'select_from_list_name');
  const listChoices = choicesOf(list);
  if (listChoices.length === 0) {
    refuse(
      begin,
      `There is no list "${list ?? ''}" on the choices sheet. Use the name of an existing list.`,
      log,
    );
  }
  const group = { type: 'begin_group', select_from_list_name: undefined };
  const close = { ...end, type: 'end_group' };
  return [
    { ...withCells(begin, group), type: 'begin_group' },
    ...listChoices.flatMap((choice) => [
      generatedRow(begin, 'begin_group', nameAndTextsOf(choice)),
      ...rows.map((row) => ({ ...substituteColumns(row, choice), fromLoop: true })),
      close,
    ]),
    close,
  ];
}

function otherChoice(list: string, choices: readonly ChoiceRow[]): ChoiceRow {
  return { list_name: list, name: 'other', label: otherLabel(choices.map(({ label }) => label)) };
}

/** Cells of the group of a choice. Appearance and conditions of the loop belong to the group around it alone. */
function nameAndTextsOf(choice: ChoiceRow): Cells {
  const cells = cleanCells(choice, false);
  const texts = Object.entries(cells).filter(
    ([column]) => column === 'label' || column.startsWith('media::'),
  );
  return {
    name: cellText(cells, 'name') ?? cellText(cells, '$autovalue'),
    ...Object.fromEntries(texts),
  };
}

/** Replaces every `%(column)s` by the cell of the choice, in the language of the text. */
function substituteColumns(row: TypedRow, choice: ChoiceRow): TypedRow {
  const cells = Object.entries(row.cells).map(
    ([column, cell]) => [column, substituteCell(cell, choice)] as const,
  );
  return { ...row, cells: Object.fromEntries(cells) };
}

function substituteCell(cell: unknown, choice: ChoiceRow): unknown {
  if (typeof cell === 'string') return substituteText(cell, choice, 0);
  if (!Array.isArray(cell)) return cell;
  return cell.map((text: unknown, index) =>
    typeof text === 'string' ? substituteText(text, choice, index) : text,
  );
}

function substituteText(text: string, choice: ChoiceRow, language: number): string {
  if (!text.includes('%(')) return text;
  return text.replace(/%\(([^)]+)\)s/g, (placeholder, column: string) => {
    const value: unknown = choice[column];
    const cell: unknown = Array.isArray(value) ? (value[language] ?? value[0]) : value;
    return typeof cell === 'string' ? cell : placeholder;
  });
}

function refuse({ row }: TypedRow, message: string, log: ProblemLog): void {
  log.refuse({ sheet: 'survey', row, column: 'type' }, message);
}
