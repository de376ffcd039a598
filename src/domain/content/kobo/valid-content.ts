import type { Content, SurveyRow } from '../content';
import { sourceRowOf } from '../form-problem';
import { expandKoboRows } from './expand-kobo-rows';

/**
 * Content in its own shape, with Kobo's own rows (score, rank, kobomatrix) as rows that any tool understands
 * (contract-assets 1.2, `valid_content/`). A question that was made is known by what the row that it comes from is known
 * by; the groups around them are known by nothing.
 * @throws FormProblemsError when a block would become more rows than any form can show
 */
export function validContent(content: Content): Content {
  const expanded = expandKoboRows(content);
  if (expanded === content) return content;
  const sources = new Map(content.survey.map((row, index) => [sourceRowOf(row, index), row]));
  return {
    ...expanded,
    survey: expanded.survey.map((row, index) => knownAs(row, sources.get(sourceRowOf(row, index)))),
  };
}

function knownAs(row: SurveyRow, source: SurveyRow | undefined): SurveyRow {
  const isMadeGroup = /_group$/.test(row.type) && source?.type !== row.type;
  const keys = isMadeGroup ? [] : entriesOf(source ?? row).filter(([column]) => column.startsWith('$'));
  const cells = entriesOf(row).filter(([column]) => !column.startsWith('$'));
  return Object.fromEntries([...cells, ...keys]) as SurveyRow;
}

function entriesOf(row: SurveyRow): [string, unknown][] {
  return Object.entries(row);
}
