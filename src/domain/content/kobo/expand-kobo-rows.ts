import { Choice, Content, SurveyRow } from '../content';
import { FormProblemsError, sourceRowOf } from '../form-problem';
import { assignPaths } from '../standard/row-names';
import {
  copyWithSource,
  KoboBlock,
  opensBlock,
  readBlock,
  expandedRow,
  expandedGroupEnd,
  nameOf,
  expandMatrix,
} from './block';

/** Limits on output size: constraints of a ranking grow quadratically, a matrix with rows times columns. */
const MAX_RANK_LEVELS = 200;
const MAX_MATRIX_QUESTIONS = 20_000;

/**
 * Expands Kobo rows (score, rank, kobomatrix) to plain XLSForm rows with names and paths (contract-xlsform 2.8), for
 * XForms and plain XLSForms; stored content keeps them. Generated rows have the source row of their origin. Does not
 * modify `content`, and returns it itself if there is nothing to expand.
 * @throws FormProblemsError if a block has too many rows
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
  // Expansion never nests deeper, so there are no new problems.
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

/**
 * Expands a ranking to plain rows (contract-xlsform 2.8): a group on one page with the question as a note, and a select
 * per level that must differ from those above it. Keeps rows of other types.
 */
function expandRank({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const name = nameOf(begin);
  const { label, hint, relevant } = begin;
  const earlier: string[] = [];
  const levels = inner.map((row) => {
    if (row.type !== 'rank__level') return row;
    const level = nameOf(row);
    const constraint = earlier.map((other) => `\${${level}} != \${${other}}`).join(' and ');
    earlier.push(level);
    return expandedRow(row, {
      ...row,
      type: 'select_one',
      name: level,
      select_from_list_name: begin['kobo--rank-items'],
      appearance: row.appearance ?? 'minimal',
      required: true,
      constraint_message: begin['kobo--rank-constraint-message'],
      constraint,
    });
  });
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    expandedRow(begin, { type: 'note', name: `${name}_label`, label, hint }),
    ...levels,
    expandedGroupEnd(end),
  ];
}

/**
 * Expands a rating scale to plain rows (contract-xlsform 2.8): a group on one page, the choices as headings, and a
 * select per rated item. Keeps rows of other types.
 */
function expandScore({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const name = nameOf(begin);
  const { label, hint, relevant, required } = begin;
  const select = { type: 'select_one', select_from_list_name: begin['kobo--score-choices'] };
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    expandedRow(begin, {
      ...select,
      name: `${name}_header`,
      appearance: 'label',
      label,
      hint,
      $kuid: begin.$kuid,
    }),
    ...inner.map((row) => {
      if (row.type !== 'score__row') return row;
      const appearance = row.appearance ?? 'list-nolabel';
      const cells = { ...row, ...select, name: nameOf(row), appearance };
      return expandedRow(row, required === true ? { ...cells, required } : cells);
    }),
    expandedGroupEnd(end),
  ];
}

/**
 * Expands Kobo rows (score, rank, kobomatrix) to plain rows (contract-assets 1.2, `valid_content/`). Generated
 * questions have the `$` keys of their source rows, generated groups none.
 * @throws FormProblemsError if a block has too many rows
 */
export function validContent(content: Content): Content {
  const expanded = expandKoboRows(content);
  if (expanded === content) return content;
  const sources = new Map(content.survey.map((row, index) => [sourceRowOf(row, index), row]));
  return {
    ...expanded,
    survey: expanded.survey.map((row, index) => withSourceKeys(row, sources.get(sourceRowOf(row, index)))),
  };
}

function withSourceKeys(row: SurveyRow, source: SurveyRow | undefined): SurveyRow {
  const isGeneratedGroup = /_group$/.test(row.type) && source?.type !== row.type;
  const keys = isGeneratedGroup ? [] : entriesOf(source ?? row).filter(([column]) => column.startsWith('$'));
  const cells = entriesOf(row).filter(([column]) => !column.startsWith('$'));
  return Object.fromEntries([...cells, ...keys]) as SurveyRow;
}

function entriesOf(row: SurveyRow): [string, unknown][] {
  return Object.entries(row);
}
