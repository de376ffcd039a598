import { Choice, SurveyRow } from '../../asset/content';
import { KoboBlock, mapText, nameOf, present } from './block';

/** Columns of the page grid that a matrix column takes when its appearance does not say. */
const DEFAULT_WIDTH = 2;
/** Columns of the page grid for the names of rows. */
const ROW_NAME_WIDTH = 1;

/**
 * A question matrix as plain rows (contract-xlsform 2.8): a group with the names of the columns, then for each of `choices`,
 * those of the matrix's list, a group with that choice's name and its own copy of the questions, laid out on a page grid.
 */
export function expandMatrix({ begin, inner, end }: KoboBlock, choices: readonly Choice[]): SurveyRow[] {
  const name = nameOf(begin);
  const grid = `w${inner.reduce((width, column) => width + widthOf(column), ROW_NAME_WIDTH)}`;
  const rows = headerGroup(begin, inner, grid, end);
  for (const choice of choices) rows.push(...rowGroup(name, begin, inner, choice, grid, end));
  return rows;
}

function headerGroup(
  begin: SurveyRow,
  columns: readonly SurveyRow[],
  grid: string,
  end: SurveyRow,
): SurveyRow[] {
  const name = `${nameOf(begin)}_header`;
  const heading = (suffix: string, width: number, row: SurveyRow): SurveyRow => ({
    type: 'note',
    name: `${name}_${suffix}`,
    appearance: `w${width}`,
    ...present({ label: mapText(row.label, (text) => `**${text}**`) }),
  });
  return [
    { type: 'begin_group', name, appearance: grid, ...present({ relevant: begin.relevant }) },
    heading('note', ROW_NAME_WIDTH, begin),
    ...columns.map((column) => heading(nameOf(column), widthOf(column), column)),
    { ...end, type: 'end_group' },
  ];
}

function rowGroup(
  matrix: string,
  begin: SurveyRow,
  columns: readonly SurveyRow[],
  choice: Choice,
  grid: string,
  end: SurveyRow,
): SurveyRow[] {
  // A choice's name may hold what a question's name can't.
  const name = `${matrix}_${(choice.name ?? choice.$autovalue ?? '').replace(/[^\p{L}\p{N}_.-]/gu, '_')}`;
  const names = new Map(columns.map((column) => [nameOf(column), `${name}_${nameOf(column)}`]));
  return [
    { type: 'begin_group', name, appearance: grid, ...present({ relevant: begin.relevant }) },
    {
      type: 'note',
      name: `${name}_note`,
      appearance: `w${ROW_NAME_WIDTH}`,
      ...present({ label: mapText(choice.label, (text) => `##### ${text}`) }),
    },
    ...columns.map((column) => cell(column, choice, names)),
    { ...end, type: 'end_group' },
  ];
}

function cell(column: SurveyRow, choice: Choice, names: ReadonlyMap<string, string>): SurveyRow {
  const isSelect = column.type.startsWith('select_');
  return {
    type: column.type,
    name: names.get(nameOf(column)) ?? nameOf(column),
    appearance: `w${widthOf(column)} ${isSelect ? 'horizontal-compact' : 'no-label'}`,
    required: column.required ?? false,
    ...present({
      select_from_list_name: column.select_from_list_name,
      label: hiddenLabel(column, choice),
      relevant: withRowNames(column.relevant, names),
      constraint: withRowNames(column.constraint, names),
    }),
  };
}

/** Not shown on the page, but there for data tables: which row and which column the answer belongs to. */
function hiddenLabel(column: SurveyRow, choice: Choice): SurveyRow['label'] {
  return mapText(column.label, (text, translation) => {
    const row = choice.label?.[translation] ?? choice.name ?? choice.$autovalue ?? '';
    return `<span style="display:none">${row}-${text}</span>`;
  });
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
