import { Choice, SurveyRow } from '../../asset/content';
import { FormProblemsError, rememberSourceRow, sourceRowOf } from '../../asset/form-problem';
import { KoboBlock, MadeRow } from './kobo-block';
import { expandMatrix } from './kobo-matrix';
import { expandRank, expandScore } from './kobo-score-rank';

type Expansion = (block: KoboBlock, choices: readonly Choice[]) => MadeRow[];

const EXPANSIONS: Readonly<Record<string, Expansion>> = {
  score: expandScore,
  rank: expandRank,
  kobomatrix: expandMatrix,
};
/** A few rows can stand for very many; a form with more of them can be filled in by nobody. */
const MOST_ROWS = 50_000;
const BEGIN = /^begin[_ ](score|rank|kobomatrix)$/;

/**
 * The survey with Kobo's score, rank and matrix written out in the types that every XForm client knows
 * (contract-xlsform 2.8). New rows remember the number of the row they come from; the given ones are not touched.
 * @throws FormProblemsError when a matrix grows beyond all measure
 */
export function expandKoboTypes(survey: readonly SurveyRow[], choices: readonly Choice[]): SurveyRow[] {
  if (!survey.some(({ type }) => BEGIN.test(type ?? ''))) return [...survey];
  const numbers = new Map(survey.map((row, index) => [row, sourceRowOf(row, index)]));
  const expanded: SurveyRow[] = [];
  const add = ({ from, row }: MadeRow) => {
    if (expanded.length > MOST_ROWS + survey.length) throw tooLarge(numbers.get(from)!);
    // A copy, so that the number is remembered for the expansion and not for the given row.
    const made = { ...row };
    rememberSourceRow(made, numbers.get(from)!);
    expanded.push(made);
  };
  let at = 0;
  while (at < survey.length) {
    const begin = survey[at]!;
    const kind = BEGIN.exec(begin.type ?? '')?.[1];
    if (kind === undefined) {
      add({ from: begin, row: begin });
      at++;
      continue;
    }
    const length = survey.slice(at).findIndex(({ type }) => type === `end_${kind}` || type === `end ${kind}`);
    const rows = survey.slice(at + 1, length < 0 ? survey.length : at + length);
    const end = length < 0 ? undefined : survey[at + length];
    EXPANSIONS[kind]!({ begin, rows, end }, choices).forEach(add);
    at += rows.length + (end === undefined ? 1 : 2);
  }
  return expanded;
}

function tooLarge(row: number): FormProblemsError {
  const message = `The form grows to more than ${MOST_ROWS} questions here. Take a list with fewer choices, or fewer columns.`;
  return new FormProblemsError([{ sheet: 'survey', row, column: 'type', message }]);
}
