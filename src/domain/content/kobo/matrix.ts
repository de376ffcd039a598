import { Choice, SurveyRow } from '../content';
import { KoboBlock, expandedRow, expandedGroupEnd, mapText, nameOf, typeOf } from './block';

const DEFAULT_WIDTH = 2;
const ROW_NAME_WIDTH = 1;

/**
 * Expands a question matrix to plain rows (contract-xlsform 2.8): a header group with the column names, then for each
 * of the matrix's `choices` a group with its name and its own copy of the questions, on a page grid.
 */
export function expandMatrix(block: KoboBlock, choices: readonly Choice[]): SurveyRow[] {
  const grid = `w${block.inner.reduce((width, column) => width + widthOf(column), ROW_NAME_WIDTH)}`;
  return [...headerGroup(block, grid), ...choices.flatMap((choice) => rowGroup(block, grid, choice))];
}

function headerGroup({ begin, inner, end }: KoboBlock, grid: string): SurveyRow[] {
  const name = `${nameOf(begin)}_header`;
  const heading = (suffix: string, width: number, row: SurveyRow) =>
    expandedRow(row, {
      type: 'note',
      name: `${name}_${suffix}`,
      appearance: `w${width}`,
      label: mapText(row.label, (text) => `**${text}**`),
    });
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: grid, relevant: begin.relevant }),
    heading('note', ROW_NAME_WIDTH, begin),
    ...inner.map((column) => heading(nameOf(column), widthOf(column), column)),
    expandedGroupEnd(end),
  ];
}

function rowGroup({ begin, inner, end }: KoboBlock, grid: string, choice: Choice): SurveyRow[] {
  // Choice names allow more characters than node names.
  const suffix = nameOfChoice(choice).replace(/[^\p{L}\p{N}_.-]/gu, '_');
  const name = `${nameOf(begin)}_${suffix}`;
  const names = new Map(inner.map((column) => [nameOf(column), `${name}_${nameOf(column)}`]));
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: grid, relevant: begin.relevant }),
    expandedRow(begin, {
      type: 'note',
      name: `${name}_note`,
      appearance: `w${ROW_NAME_WIDTH}`,
      label: mapText(choice.label, (text) => `##### ${text}`),
    }),
    ...inner.map((column) => cell(column, choice, names)),
    expandedGroupEnd(end),
  ];
}

function cell(column: SurveyRow, choice: Choice, names: ReadonlyMap<string, string>): SurveyRow {
  const layout = typeOf(column).startsWith('select_') ? 'horizontal-compact' : 'no-label';
  return expandedRow(column, {
    type: typeOf(column),
    name: names.get(nameOf(column)) ?? nameOf(column),
    appearance: `w${widthOf(column)} ${layout}`,
    required: column.required ?? false,
    select_from_list_name: column.select_from_list_name,
    // Hidden on the page; names row and column in data tables.
    label: mapText(
      column.label,
      (text) => `<span style="display:none">${nameOfChoice(choice)}-${text}</span>`,
    ),
    relevant: withRowNames(column.relevant, names),
    constraint: withRowNames(column.constraint, names),
  });
}

function nameOfChoice(choice: Choice): string {
  return String(choice.name ?? choice.$autovalue ?? '');
}

/** Redirects references to matrix columns to the cell of the same row. */
function withRowNames(expression: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof expression !== 'string') return expression;
  return expression.replace(/\$\{\s*([^{}\s]+)\s*\}/g, (reference, name: string) => {
    const inRow = names.get(name);
    return inRow === undefined ? reference : `\${${inRow}}`;
  });
}

function widthOf(column: SurveyRow): number {
  const match = typeof column.appearance === 'string' ? /\bw(\d{1,2})\b/.exec(column.appearance) : null;
  return match === null ? DEFAULT_WIDTH : Number(match[1]);
}
