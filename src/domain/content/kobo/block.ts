import { SurveyRow, TranslatedText } from '../content';
import { rememberSourceRow, sourceRowOf } from '../form-problem';

/** The three kinds of rows that Kobo adds to XLSForm: a begin row, rows of their own inside, an end row. */
export type BlockKind = 'score' | 'rank' | 'kobomatrix';

/** A block's rows: copies that know where they stood in the form. */
export interface KoboBlock {
  readonly kind: BlockKind;
  readonly begin: SurveyRow;
  readonly inner: readonly SurveyRow[];
  readonly end: SurveyRow;
}

const BEGIN = /^begin[_ ](score|rank|kobomatrix)$/;

/** Whether a row opens a block of Kobo's own. */
export function opensBlock(row: SurveyRow): boolean {
  return BEGIN.test(typeOf(row));
}

/** The type of a row; content that a compiler is given may lack it, which the compiler says. */
export function typeOf({ type }: Partial<Pick<SurveyRow, 'type'>>): string {
  return typeof type === 'string' ? type : '';
}

/**
 * The block that begins at `index`, or undefined when its end row is missing: such rows stay as they are, and the form's
 * compiler says what is wrong with them.
 */
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

/** A copy of a row that knows where the row stood. */
export function copyWithSource(row: SurveyRow, index: number): SurveyRow {
  const copy = { ...row };
  rememberSourceRow(copy, sourceRowOf(row, index));
  return copy;
}

/** A row made for the block's row `from`, in whose name its problems are told. Cells without a value are left out. */
export function made(
  from: SurveyRow,
  cells: { type: string; name: string; [column: string]: unknown },
): SurveyRow {
  const row: SurveyRow = { type: cells.type, name: cells.name };
  for (const [column, cell] of Object.entries(cells)) {
    if (cell !== undefined && cell !== '') row[column] = cell;
  }
  row.$autoname = cells.name;
  rememberSourceRow(row, sourceRowOf(from, 0));
  return row;
}

/** The end of a group that was made. */
export function madeEnd(from: SurveyRow): SurveyRow {
  const row = { type: 'end_group' };
  rememberSourceRow(row, sourceRowOf(from, 0));
  return row;
}

/** The name that the form uses for a row. */
export function nameOf(row: SurveyRow): string {
  return String(row.name ?? row.$autoname ?? '');
}

/** Every text of a list changed by one rule; missing ones stay missing, and a plain text counts as a list of one. */
export function mapText(
  texts: unknown,
  change: (text: string, translation: number) => string,
): TranslatedText | undefined {
  if (typeof texts === 'string') return [change(texts, 0)];
  if (!Array.isArray(texts)) return undefined;
  return texts.map((text: unknown, translation) =>
    typeof text === 'string' ? change(text, translation) : null,
  );
}
