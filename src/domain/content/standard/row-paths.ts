import { InvalidError } from '../../errors';
import { SurveyRow } from '../content';
import { FormProblem, sourceRowOf } from '../form-problem';
import { isEndRow } from './row-type';

/** Containers that are part of the paths inside them; rank and kobomatrix are not (contract-xlsform 2.1). */
const PATH_CONTAINERS = new Set(['begin_group', 'begin_repeat', 'begin_score']);

/** Limits the size of paths, which are stored for every row. */
const MAX_DEPTH = 100;
const MAX_PATH_CHARACTERS = 50_000_000;

/**
 * Sets `$xpath` on every row but end rows: names of its groups and its own, joined by "/", without the root. Requires
 * `$autoname`. Leaves unbalanced groups to the compiler.
 * @throws InvalidError if the paths together are too long
 */
export function assignPaths(survey: readonly SurveyRow[], problems: FormProblem[]): void {
  const prefixes = [''];
  let written = 0;
  survey.forEach((row, index) => {
    if (isEndRow(row.type)) {
      delete row.$xpath;
      if (prefixes.length > 1) prefixes.pop();
      return;
    }
    const prefix = prefixes.at(-1) ?? '';
    const path = prefix + (row.$autoname ?? row.name ?? '');
    written += path.length;
    if (written > MAX_PATH_CHARACTERS) {
      throw InvalidError.at(
        'content',
        'Names and groups are too long together; shorten the names of groups.',
      );
    }
    row.$xpath = path;
    if (!row.type.startsWith('begin_')) return;
    prefixes.push(PATH_CONTAINERS.has(row.type) ? `${path}/` : prefix);
    if (prefixes.length === MAX_DEPTH + 2) {
      const message = `groups are nested more than ${MAX_DEPTH} levels deep; flatten the form.`;
      problems.push({ sheet: 'survey', row: sourceRowOf(row, index), column: 'type', message });
    }
  });
}
