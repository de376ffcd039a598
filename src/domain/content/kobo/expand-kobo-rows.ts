import { Choice, Content, SurveyRow } from '../content';
import { FormProblemsError, sourceRowOf } from '../form-problem';
import { assignPaths } from '../standard/row-paths';
import { copyWithSource, KoboBlock, opensBlock, readBlock } from './block';
import { expandMatrix } from './matrix';
import { expandRank } from './rank';
import { expandScore } from './score';

/** A ranking's constraints grow with the square of its levels, a matrix with rows times columns: both stay within reason. */
const MAX_RANK_LEVELS = 200;
const MAX_MATRIX_QUESTIONS = 20_000;

/**
 * Content in which Kobo's own rows (score, rank, kobomatrix) have become plain XLSForm rows (contract-xlsform 2.8), with
 * names and paths of their own. Needed where an XForm or a plain XLSForm is made; stored content keeps them.
 * The given content is not touched; it is returned itself when there is nothing to do. New rows have the source row of
 * the row that they come from.
 * @throws FormProblemsError when a block would become more rows than any form can show
 */
export function expandKoboRows(content: Content): Content {
  if (!content.survey.some(opensBlock)) return content;
  const survey: SurveyRow[] = [];
  const lists = choicesByList(content.choices ?? []);
  for (let index = 0; index < content.survey.length; index++) {
    const row = content.survey[index];
    const block = readBlock(content.survey, index);
    if (block !== undefined) {
      survey.push(...expandBlock(block, lists));
      index += block.inner.length + 1;
    } else if (row !== undefined) {
      survey.push(copyWithSource(row, index));
    }
  }
  // Nesting only became flatter, so there is nothing new to complain about.
  assignPaths(survey, []);
  return { ...content, survey };
}

function expandBlock(block: KoboBlock, lists: ReadonlyMap<unknown, readonly Choice[]>): SurveyRow[] {
  const refuse = (message: string): never => {
    throw new FormProblemsError([{ sheet: 'survey', row: sourceRowOf(block.begin, 0), message }]);
  };
  switch (block.kind) {
    case 'score':
      return expandScore(block);
    case 'rank':
      if (block.inner.length > MAX_RANK_LEVELS)
        refuse(`a ranking has at most ${MAX_RANK_LEVELS} levels; remove some.`);
      return expandRank(block);
    case 'kobomatrix': {
      const choices = lists.get(block.begin['kobo--matrix_list']) ?? [];
      if (block.inner.length * choices.length > MAX_MATRIX_QUESTIONS) {
        refuse(`a matrix has at most ${MAX_MATRIX_QUESTIONS} questions; split it.`);
      }
      return expandMatrix(block, choices);
    }
  }
}

function choicesByList(choices: readonly Choice[]): Map<unknown, Choice[]> {
  const lists = new Map<unknown, Choice[]>();
  for (const choice of choices) {
    const list = lists.get(choice.list_name);
    if (list === undefined) lists.set(choice.list_name, [choice]);
    else list.push(choice);
  }
  return lists;
}
