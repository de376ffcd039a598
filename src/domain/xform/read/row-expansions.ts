import { cellText } from '../form/cells';
import { readReference } from '../expression/expression-tokens';
import { ProblemLog } from '../form/problem-log';
import { generatedRow, nameOf, TypedRow, withCells } from './survey-rows';

/**
 * Moves a repeat_count that is not a single reference to a calculate row before the repeat, so that the count of the repeat
 * is a path (contract-xlsform 3.4).
 */
export function expandRepeatCounts(rows: readonly TypedRow[]): TypedRow[] {
  return rows.flatMap((row) => {
    const count = row.type === 'begin_repeat' ? cellText(row.cells, 'repeat_count') : undefined;
    const name = nameOf(row);
    if (count === undefined || name === undefined || readReference(count) !== null) return [row];
    const countName = `${name}_count`;
    return [
      generatedRow(
        row,
        'calculate',
        { name: countName, calculation: count, read_only: 'yes' },
        { calculation: 'repeat_count' },
      ),
      withCells(row, { repeat_count: `\${${countName}}` }),
    ];
  });
}

export interface OtherExpansion {
  readonly rows: readonly TypedRow[];
  readonly lists: ReadonlySet<string>;
}

/** Adds a text question after each select with or_other (contract-xlsform 3.5). */
export function expandOthers(rows: readonly TypedRow[], log: ProblemLog): OtherExpansion {
  const lists = new Set<string>();
  const expanded = rows.flatMap((row) => {
    if (row.cells['_or_other'] !== true) return [row];
    const name = nameOf(row);
    const list = cellText(row.cells, 'select_from_list_name');
    if (row.cells['file'] !== undefined) {
      log.refuse(
        { sheet: 'survey', row: row.row, column: 'type' },
        'or_other works with a list on the choices sheet only. Remove it, or add your own text question for the other answer.',
      );
    }
    if (row.cells['choice_filter'] !== undefined) {
      log.refuse(
        { sheet: 'survey', row: row.row, column: 'choice_filter' },
        'or_other and a choice filter exclude each other. Remove one, or add your own text question for the other answer.',
      );
    }
    if (name === undefined || list === undefined) return [row];
    lists.add(list);
    const other = generatedRow(row, 'text', {
      name: `${name}_other`,
      label: 'Specify other.',
      relevant: `selected(../${name}, 'other')`,
    });
    return [row, other];
  });
  return { rows: expanded, lists };
}
