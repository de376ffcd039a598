import { Choice } from '../../content/content';
import { cellText, cleanCells } from '../form/cells';
import { ProblemLog } from '../form/problem-log';
import { TypedRow, withCells } from './survey-rows';

/** A loop: its row, and what stands between it and its end. */
interface OpenLoop {
  readonly begin: TypedRow;
  readonly rows: TypedRow[];
}

/**
 * `begin loop over LIST` … `end loop` asks the questions inside once for every choice of a list: a group, and in it for
 * each choice a group of its name and label. `%(label)s`, or any other column of the choices sheet, stands in texts for
 * what the choice has there.
 */
export function expandLoops(
  rows: readonly TypedRow[],
  choices: readonly Choice[],
  log: ProblemLog,
): TypedRow[] {
  const result: TypedRow[] = [];
  const open: OpenLoop[] = [];
  const into = () => open.at(-1)?.rows ?? result;
  for (const row of rows) {
    if (row.type === 'begin_loop') open.push({ begin: row, rows: [] });
    else if (row.type !== 'end_loop') into().push(row);
    else {
      const loop = open.pop();
      if (loop === undefined) refuse(row, 'This row ends a loop, but none is open. Remove it.', log);
      else into().push(...unrolled(loop, row, choices, log));
    }
  }
  for (const { begin, rows: inside } of open) {
    refuse(begin, 'The loop is never closed. Add a row of type end loop.', log);
    result.push(...inside);
  }
  return result;
}

function unrolled(
  { begin, rows }: OpenLoop,
  end: TypedRow,
  choices: readonly Choice[],
  log: ProblemLog,
): TypedRow[] {
  const list = cellText(begin.cells, 'select_from_list_name');
  const offered = choices.filter(({ list_name: name }) => name === list);
  if (offered.length === 0) {
    refuse(
      begin,
      `There is no list "${list ?? ''}" on the choices sheet. Name one that the loop can go over.`,
      log,
    );
  }
  const group = { type: 'begin_group', select_from_list_name: undefined };
  const close = { ...end, type: 'end_group' };
  return [
    { ...withCells(begin, group), type: 'begin_group' },
    ...offered.flatMap((choice) => [
      { ...withCells(begin, { ...group, ...identityOf(choice) }), type: 'begin_group' },
      ...rows.map((row) => ({ ...filledIn(row, choice), repeated: true })),
      close,
    ]),
    close,
  ];
}

function identityOf(choice: Choice): { name: string | undefined; label: unknown } {
  const cells = cleanCells(choice, false);
  return {
    name: cellText(cells, 'name') ?? cellText(cells, '$autovalue'),
    label: cells['label'],
  };
}

/** The row with every `%(column)s` replaced by the cell of the choice, in the language of the text. */
function filledIn(row: TypedRow, choice: Choice): TypedRow {
  const cells = Object.entries(row.cells).map(([column, cell]) => [column, fill(cell, choice)] as const);
  return { ...row, cells: Object.fromEntries(cells) };
}

function fill(cell: unknown, choice: Choice): unknown {
  if (typeof cell === 'string') return fillText(cell, choice, 0);
  if (!Array.isArray(cell)) return cell;
  return cell.map((text: unknown, index) =>
    typeof text === 'string' ? fillText(text, choice, index) : text,
  );
}

function fillText(text: string, choice: Choice, language: number): string {
  if (!text.includes('%(')) return text;
  return text.replace(/%\(([^)]+)\)s/g, (written, column: string) => {
    const value: unknown = choice[column];
    const own: unknown = Array.isArray(value) ? (value[language] ?? value[0]) : value;
    return typeof own === 'string' ? own : written;
  });
}

function refuse({ row }: TypedRow, message: string, log: ProblemLog): void {
  log.refuse({ sheet: 'survey', row, column: 'type' }, message);
}
