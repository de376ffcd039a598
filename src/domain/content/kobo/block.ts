import { SurveyRow, TranslatedText, Choice } from '../content';
import { setSourceRow, sourceRowOf } from '../form-problem';

/** KoboToolbox's extensions of XLSForm: a begin row, inner rows and an end row. */
type BlockKind = 'score' | 'rank' | 'kobomatrix';

/** Copies of a block's rows, with their source rows. */
export interface KoboBlock {
  readonly kind: BlockKind;
  readonly begin: SurveyRow;
  readonly inner: readonly SurveyRow[];
  readonly end: SurveyRow;
}

const BEGIN = /^begin[_ ](score|rank|kobomatrix)$/;

/** Whether a row begins a Kobo block. */
export function opensBlock(row: SurveyRow): boolean {
  return BEGIN.test(typeOf(row));
}

/** Type of a row, or an empty text: the compiler reports a missing type. */
export function typeOf({ type }: Partial<Pick<SurveyRow, 'type'>>): string {
  return typeof type === 'string' ? type : '';
}

/** Reads the block that begins at `index`; undefined if its end row is missing, which the compiler reports. */
export function readBlock(survey: readonly SurveyRow[], index: number): KoboBlock | undefined {
  const begin = survey[index];
  const kind = BEGIN.exec(typeOf(begin ?? {}))?.[1] as BlockKind | undefined;
  if (begin === undefined || kind === undefined) return undefined;
  for (let at = index + 1; at < survey.length; at++) {
    const end = survey[at];
    if (end === undefined || opensBlock(end)) return undefined;
    if (end.type !== `end_${kind}` && end.type !== `end ${kind}`) continue;
    const inner = survey.slice(index + 1, at).map((row, i) => copyWithSource(row, index + 1 + i));
    return { kind, begin: copyWithSource(begin, index), inner, end: copyWithSource(end, at) };
  }
  return undefined;
}

/** Copies a row with its source row. */
export function copyWithSource(row: SurveyRow, index: number): SurveyRow {
  return setSourceRow({ ...row }, sourceRowOf(row, index));
}

/** Generates a row with the source row of `from`. Omits empty cells. */
export function expandedRow(
  from: SurveyRow,
  cells: { type: string; name: string; [column: string]: unknown },
): SurveyRow {
  const row: SurveyRow = { type: cells.type, name: cells.name };
  for (const [column, cell] of Object.entries(cells)) {
    if (cell !== undefined && cell !== '') row[column] = cell;
  }
  row.$autoname = cells.name;
  return setSourceRow(row, sourceRowOf(from, 0));
}

/** Generates the end row of a group. */
export function expandedGroupEnd(from: SurveyRow): SurveyRow {
  return setSourceRow({ type: 'end_group' }, sourceRowOf(from, 0));
}

/** Node name of a row. */
export function nameOf(row: SurveyRow): string {
  return String(row.name ?? row.$autoname ?? '');
}

/** Maps the texts of a list; null stays null, and a plain text counts as a list of one. */
function mapText(texts: unknown, change: (text: string) => string): TranslatedText | undefined {
  if (typeof texts === 'string') return [change(texts)];
  if (!Array.isArray(texts)) return undefined;
  return texts.map((text: unknown) => (typeof text === 'string' ? change(text) : null));
}

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

const HIDDEN = '<span style="display:none">';
const HIDDEN_END = '</span>';

/** Returns the label of a cell of a matrix without the element that hides it in the form; any other label as it is. */
export function withoutHidingElement(label: string): string {
  return label.startsWith(HIDDEN) && label.endsWith(HIDDEN_END)
    ? label.slice(HIDDEN.length, -HIDDEN_END.length)
    : label;
}

function cell(column: SurveyRow, choice: Choice, names: ReadonlyMap<string, string>): SurveyRow {
  const layout = typeOf(column).startsWith('select_') ? 'horizontal-compact' : 'no-label';
  return expandedRow(column, {
    type: typeOf(column),
    name: names.get(nameOf(column)) ?? nameOf(column),
    appearance: `w${widthOf(column)} ${layout}`,
    required: column.required ?? false,
    select_from_list_name: column.select_from_list_name,
    // Hidden in the form; names row and column in data tables.
    label: mapText(column.label, (text) => `${HIDDEN}${nameOfChoice(choice)}-${text}${HIDDEN_END}`),
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
