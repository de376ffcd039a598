import { Choice, SurveyRow } from '../../asset/content';
import { splitAtReferences } from '../expression/expression-tokens';
import { toXmlName } from '../xml/xml-names';
import { given, KoboBlock, MadeRow, nameIn, textOf } from './kobo-block';

/** Width, in units of the grid theme, of a column that does not say. */
const USUAL_WIDTH = 2;
const WIDTH = /\bw(\d+)\b/;

interface Column {
  readonly row: SurveyRow;
  readonly name: string;
  readonly width: number;
}

/**
 * A matrix: the same questions for each choice of a list. It becomes a group with the headings and then a group per
 * choice, all as wide as their columns together.
 */
export function expandMatrix({ begin, rows }: KoboBlock, choices: readonly Choice[]): MadeRow[] {
  const columns = rows.map((row) => ({
    row,
    name: nameIn(row),
    width: Number(WIDTH.exec(textOf(row, 'appearance'))?.[1] ?? USUAL_WIDTH),
  }));
  const width = `w${columns.reduce((sum, column) => sum + column.width, 1)}`;
  const list = choices.filter(({ list_name }) => list_name === begin['kobo--matrix_list']);
  return [
    ...headings(begin, columns, width),
    ...list.flatMap((choice) => line(begin, columns, width, choice)),
  ];
}

function headings(begin: SurveyRow, columns: readonly Column[], appearance: string): MadeRow[] {
  const name = `${nameIn(begin)}_header`;
  const note = (from: SurveyRow, noteName: string, width: number): MadeRow => ({
    from,
    row: {
      type: 'note',
      name: noteName,
      appearance: `w${width}`,
      ...label(from.label, (text) => `**${text}**`),
    },
  });
  return [
    { from: begin, row: { type: 'begin_group', name, appearance, ...given(begin, 'relevant') } },
    note(begin, `${name}_note`, 1),
    ...columns.map((column) => note(column.row, `${name}_${column.name}`, column.width)),
    { from: begin, row: { type: 'end_group' } },
  ];
}

/** The questions for one choice. */
function line(begin: SurveyRow, columns: readonly Column[], appearance: string, choice: Choice): MadeRow[] {
  const name = `${nameIn(begin)}_${toXmlName(textOf(choice, 'name') || textOf(choice, '$autovalue')).replace(/^_(?=\d)/, '')}`;
  const note: SurveyRow = {
    type: 'note',
    name: `${name}_note`,
    appearance: 'w1',
    ...label(choice.label, (text) => `##### ${text}`),
  };
  const columnNames = new Set(columns.map((column) => column.name));
  return [
    { from: begin, row: { type: 'begin_group', name, appearance, ...given(begin, 'relevant') } },
    { from: begin, row: note },
    ...columns.map((column) => ({ from: column.row, row: cell(column, name, choice, columnNames) })),
    { from: begin, row: { type: 'end_group' } },
  ];
}

function cell(
  { row, name, width }: Column,
  lineName: string,
  choice: Choice,
  columnNames: ReadonlySet<string>,
): SurveyRow {
  const condition = (column: string) =>
    row[column] === undefined ? {} : { [column]: inLine(textOf(row, column), lineName, columnNames) };
  const isSelect = row.type.startsWith('select_');
  return {
    type: row.type,
    name: `${lineName}_${name}`,
    appearance: `w${width} ${isSelect ? 'horizontal-compact' : 'no-label'}`,
    // Unseen, but it tells the columns of an export apart.
    ...label(row.label, (text, index) => {
      const ofChoice = choice.label?.[index] ?? textOf(choice, 'name');
      return `<span style="display:none">${ofChoice}-${text}</span>`;
    }),
    required: row.required ?? false,
    ...given(row, 'select_from_list_name'),
    ...condition('relevant'),
    ...condition('constraint'),
  };
}

/** The expression with references to columns of the matrix turned to the questions of one line. */
function inLine(expression: string, lineName: string, columnNames: ReadonlySet<string>): string {
  return splitAtReferences(expression)
    .map((piece, index) => {
      const name = piece.slice(2, -1);
      return index % 2 === 1 && columnNames.has(name) ? `\${${lineName}_${name}}` : piece;
    })
    .join('');
}

/** A label with each of its texts rewritten; nothing where there is no label. A plain text stays plain. */
function label(texts: unknown, rewrite: (text: string, index: number) => string): Record<string, unknown> {
  if (typeof texts === 'string') return { label: rewrite(texts, 0) };
  if (!Array.isArray(texts)) return {};
  return {
    label: texts.map((text: unknown, index) => (typeof text === 'string' ? rewrite(text, index) : null)),
  };
}
