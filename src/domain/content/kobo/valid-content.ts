import type { Content, SurveyRow } from '../content';
import { sourceRowOf } from '../form-problem';
import { expandKoboRows } from './expand-kobo-rows';

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
