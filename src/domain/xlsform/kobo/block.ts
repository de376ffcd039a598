import { SurveyRow, TranslatedText } from '../../asset/content';

/** The three kinds of rows that Kobo adds to XLSForm: a begin row, rows of their own inside, an end row. */
export type BlockKind = 'score' | 'rank' | 'kobomatrix';

export interface KoboBlock {
  readonly kind: BlockKind;
  readonly begin: SurveyRow;
  readonly inner: readonly SurveyRow[];
  readonly end: SurveyRow;
}

const BEGIN = /^begin_(score|rank|kobomatrix)$/;

/** Whether a row opens a block of Kobo's own. */
export function opensBlock(row: SurveyRow): boolean {
  return BEGIN.test(row.type);
}

/**
 * The block that begins at `index`, or undefined when its end row is missing: such rows stay as they are, and the form's
 * compiler says what is wrong with them.
 */
export function readBlock(survey: readonly SurveyRow[], index: number): KoboBlock | undefined {
  const begin = survey[index];
  const kind = begin === undefined ? undefined : (BEGIN.exec(begin.type)?.[1] as BlockKind | undefined);
  if (begin === undefined || kind === undefined) return undefined;
  for (let at = index + 1; at < survey.length; at++) {
    const row = survey[at];
    if (row === undefined || opensBlock(row)) return undefined;
    if (row.type === `end_${kind}`) return { kind, begin, inner: survey.slice(index + 1, at), end: row };
  }
  return undefined;
}

/** The name that the form uses for a row. */
export function nameOf(row: SurveyRow): string {
  return row.name ?? row.$autoname ?? '';
}

/** Every text of a list changed by one rule; missing ones stay missing. */
export function mapText(
  texts: TranslatedText | undefined,
  change: (text: string, translation: number) => string,
): TranslatedText | undefined {
  return texts?.map((text, translation) => (text === null ? null : change(text, translation)));
}

/** The cells that have something in them. */
export function present(cells: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined && cell !== ''));
}
