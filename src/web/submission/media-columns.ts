import type { FormColumn, Language, QuestionColumn } from './form-columns';
import { labelOf } from './form-columns';

/** A question at any depth, and the outermost repeat around it. */
export interface PlacedQuestion {
  readonly question: QuestionColumn;
  /** Labels of the repeats around it and its own. */
  readonly label: string;
  /** Paths of the question or, inside repeats, of the outermost repeat, in all versions. */
  readonly outerPaths: readonly string[];
}

/** Questions of a kind, those inside repeats included. */
export function questionsOfKind(
  columns: readonly FormColumn[],
  kind: QuestionColumn['kind'],
  language: Language,
  outer?: { readonly label: string; readonly paths: readonly string[] },
): PlacedQuestion[] {
  return columns.flatMap((column) => {
    const own = labelOf(column, language);
    const label = outer === undefined ? own : `${outer.label} › ${own}`;
    const outerPaths = outer?.paths ?? column.paths;
    if (column.kind === 'repeat') {
      return questionsOfKind(column.columns, kind, language, { label, paths: outerPaths });
    }
    return column.kind === kind ? [{ question: column, label, outerPaths }] : [];
  });
}

/** Filter document for submissions that answer one of these questions, and match the filters of the page. */
export function answeredQuery(query: string | undefined, questions: readonly PlacedQuestion[]): string {
  const paths = new Set(questions.flatMap(({ outerPaths }) => outerPaths));
  const answered = { $or: [...paths].map((path) => ({ [path]: { $exists: true } })) };
  return JSON.stringify(query === undefined ? answered : { $and: [JSON.parse(query), answered] });
}
