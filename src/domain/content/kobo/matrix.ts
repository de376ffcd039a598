import { Choice, SurveyRow } from '../content';
import { KoboBlock, made, madeEnd, mapText, nameOf, typeOf } from './block';

/** Columns of the page grid that a matrix column takes when its appearance does not say. */
const DEFAULT_WIDTH = 2;
/** Columns of the page grid for the names of rows. */
const ROW_NAME_WIDTH = 1;

/**
 * A question matrix as plain rows (contract-xlsform 2.8): a group with the names of the columns, then for each of `choices`,
 * those of the matrix's list, a group with that choice's name and its own copy of the questions, laid out on a page grid.
 */
export function expandMatrix(block: KoboBlock, choices: readonly Choice[]): SurveyRow[] {
  const grid = `w${block.inner.reduce((width, column) => width + widthOf(column), ROW_NAME_WIDTH)}`;
  return [...headerGroup(block, grid), ...choices.flatMap((choice) => rowGroup(block, grid, choice))];
}

function headerGroup({ begin, inner, end }: KoboBlock, grid: string): SurveyRow[] {
  const name = `${nameOf(begin)}_header`;
  const heading = (suffix: string, width: number, row: SurveyRow) =>
    made(row, {
      type: 'note',
      name: `${name}_${suffix}`,
      appearance: `w${width}`,
      label: mapText(row.label, (text) => `**${text}**`),
    });
  return [
    made(begin, { type: 'begin_group', name, appearance: grid, relevant: begin.relevant }),
    heading('note', ROW_NAME_WIDTH, begin),
    ...inner.map((column) => heading(nameOf(column), widthOf(column), column)),
    madeEnd(end),
  ];
}

function rowGroup({ begin, inner, end }: KoboBlock, grid: string, choice: Choice): SurveyRow[] {
  // A choice's name may hold what a question's name can't.
  const suffix = nameOfChoice(choice).replace(/[^\p{L}\p{N}_.-]/gu, '_');
  const name = `${nameOf(begin)}_${suffix}`;
  const names = new Map(inner.map((column) => [nameOf(column), `${name}_${nameOf(column)}`]));
  return [
    made(begin, { type: 'begin_group', name, appearance: grid, relevant: begin.relevant }),
    made(begin, {
      type: 'note',
      name: `${name}_note`,
      appearance: `w${ROW_NAME_WIDTH}`,
      label: mapText(choice.label, (text) => `##### ${text}`),
    }),
    ...inner.map((column) => cell(column, choice, names)),
    madeEnd(end),
  ];
}

function cell(column: SurveyRow, choice: Choice, names: ReadonlyMap<string, string>): SurveyRow {
  const layout = typeOf(column).startsWith('select_') ? 'horizontal-compact' : 'no-label';
  return made(column, {
    type: typeOf(column),
    name: names.get(nameOf(column)) ?? nameOf(column),
    appearance: `w${widthOf(column)} ${layout}`,
    required: column.required ?? false,
    select_from_list_name: column.select_from_list_name,
    label: hiddenLabel(column, choice),
    relevant: withRowNames(column.relevant, names),
    constraint: withRowNames(column.constraint, names),
  });
}

/** Not shown on the page, but there for data tables: which row and which column the answer belongs to. */
function hiddenLabel(column: SurveyRow, choice: Choice): SurveyRow['label'] {
  return mapText(column.label, (text) => `<span style="display:none">${nameOfChoice(choice)}-${text}</span>`);
}

function nameOfChoice(choice: Choice): string {
  return String(choice.name ?? choice.$autovalue ?? '');
}

/** References to columns of the matrix mean the cell of the same row. */
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
