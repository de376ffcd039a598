import { type AnswerPath, hasElement } from '../../domain/submission/answer-path';
import {
  type FlatInstance,
  flattenInstance,
  type FormPaths,
} from '../../domain/submission/instance-flattening';
import {
  parseInstance,
  type InstanceFacts,
  readInstanceFacts,
} from '../../domain/submission/instance-parser';
import { type InstanceChange, rewriteInstance } from '../../domain/submission/instance-rewriting';
import { writeInstance } from '../../domain/submission/instance-writer';

/** Task on the XML of a large instance. Parses it anew each time: cloning the tree would cost more. */
export type ParserTask =
  | { readonly kind: 'facts'; readonly xml: string }
  | { readonly kind: 'answers'; readonly xml: string; readonly form: FormPaths }
  | { readonly kind: 'rewrite'; readonly xml: string; readonly change: InstanceChange }
  | { readonly kind: 'element'; readonly xml: string; readonly path: AnswerPath };

export function runParserTask(task: ParserTask): InstanceFacts | FlatInstance | string | boolean {
  const document = parseInstance(task.xml);
  switch (task.kind) {
    case 'facts':
      return readInstanceFacts(document);
    case 'answers':
      return flattenInstance(document, task.form);
    case 'rewrite':
      return writeInstance(rewriteInstance(document, task.change));
    case 'element':
      return hasElement(document, task.path);
  }
}
