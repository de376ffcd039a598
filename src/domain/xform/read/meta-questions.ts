import { FormQuestion, FormRoot } from '../form/form-tree';
import { findQuestionType, QuestionType } from '../form/question-types';
import { TypedRow } from './survey-rows';

/** A question that stands in `meta`, whatever the place of its row. */
export function metaQuestion(
  root: FormRoot,
  name: string,
  type: QuestionType,
  { row, cells }: Pick<TypedRow, 'row' | 'cells'>,
): FormQuestion {
  return {
    kind: 'question',
    type,
    name,
    path: `${root.path}/meta/${name}`,
    depth: 3,
    parent: root,
    repeat: null,
    row,
    cells,
  };
}

/** The instanceID as a node that expressions can name; it has no row of its own. */
export function instanceIdQuestion(root: FormRoot): FormQuestion {
  return metaQuestion(root, 'instanceID', findQuestionType('hidden')!, { row: 1, cells: {} });
}
