import { SurveyRow, TranslatedText } from '../content';
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
export function mapText(texts: unknown, change: (text: string) => string): TranslatedText | undefined {
  if (typeof texts === 'string') return [change(texts)];
  if (!Array.isArray(texts)) return undefined;
  return texts.map((text: unknown) => (typeof text === 'string' ? change(text) : null));
}
