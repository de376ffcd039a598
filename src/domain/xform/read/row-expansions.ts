import { cellText } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { readReference } from '../expression/expression-tokens';
import { findQuestionType } from '../form/question-types';
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

interface OtherExpansion {
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

/** Open group; `list` is the choice list shared by the selects of a table, set by the first of them. */
interface OpenGroup {
  readonly isTable: boolean;
  list: string | null;
}

/**
 * Expands groups with the appearance `table-list` to tables: a header row with the labels of the choices, then a row per
 * select without them. The label of the group becomes a note, since a field list shows none.
 */
export function expandTableLists(rows: readonly TypedRow[], log: ProblemLog): TypedRow[] {
  const open: OpenGroup[] = [];
  return rows.flatMap((row) => {
    if (row.type.startsWith('begin_')) {
      const isTable = row.type === 'begin_group' && appearances(row).includes('table-list');
      open.push({ isTable, list: null });
      return isTable ? beginTable(row) : [row];
    }
    if (row.type.startsWith('end_')) {
      open.pop();
      return [row];
    }
    const table = open.at(-1);
    const isTableRow = table?.isTable === true && findQuestionType(row.type)?.choices === 'list';
    return isTableRow ? tableRow(row, table, log) : [row];
  });
}

function appearances(row: TypedRow): string[] {
  return cellText(row.cells, 'appearance')?.split(/\s+/) ?? [];
}

function beginTable(row: TypedRow): TypedRow[] {
  const appearance = appearances(row)
    .map((word) => (word === 'table-list' ? 'field-list' : word))
    .join(' ');
  const { label, hint } = row.cells;
  const group = withCells(row, { appearance, label: undefined, hint: undefined });
  if (label === undefined && hint === undefined) return [group];
  const texts = { ...(label === undefined ? {} : { label }), ...(hint === undefined ? {} : { hint }) };
  return [group, generatedRow(row, 'note', { name: `generated_table_list_label_${row.row}`, ...texts })];
}

function tableRow(row: TypedRow, table: OpenGroup, log: ProblemLog): TypedRow[] {
  const list = cellText(row.cells, 'select_from_list_name') ?? '';
  const at = { sheet: 'survey', row: row.row };
  if (row.cells['choice_filter'] !== undefined) {
    log.refuse(
      { ...at, column: 'choice_filter' },
      'A select in a table-list group shows all choices of its list. Remove the choice filter.',
    );
  }
  const select = withCells(row, { appearance: 'list-nolabel' });
  if (table.list !== null) {
    if (table.list !== list) {
      log.refuse(
        { ...at, column: 'type' },
        `The selects of a table-list group share one list, "${table.list}". Use that instead of "${list}", or move the select out of the group.`,
      );
    }
    return [select];
  }
  table.list = list;
  const header = generatedRow(row, row.type, {
    name: `reserved_name_for_field_list_labels_${row.row}`,
    select_from_list_name: list,
    appearance: 'label',
  });
  return [header, select];
}
