import { FormQuestion, FormRoot } from '../form/form-tree';
import { findQuestionType, QuestionType } from '../form/question-types';
import { TypedRow } from './survey-rows';

/** Creates a question in `meta`, regardless of the position of its row. */
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

/** Creates the instanceID as a node that expressions can reference. */
export function instanceIdQuestion(root: FormRoot): FormQuestion {
  return metaQuestion(root, 'instanceID', findQuestionType('hidden')!, { row: 1, cells: {} });
}
