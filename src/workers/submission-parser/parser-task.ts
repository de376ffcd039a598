import { type EditedForm, editedFormOf, mergeEdit } from '../../domain/submission/edit-merging';
import { type AnswerPath, hasElement } from '../../domain/submission/answer-changes';
import {
  type FlatInstance,
  flattenInstance,
  type FormPaths,
} from '../../domain/submission/instance-flattening';
import { type InstanceDocument, writeInstance } from '../../domain/submission/instance-document';
import {
  parseInstance,
  type InstanceFacts,
  readInstanceFacts,
} from '../../domain/submission/instance-parser';
import { type InstanceChange, rewriteInstance } from '../../domain/submission/instance-meta';
import { type EntityNode, readEntityNodes } from '../../domain/entity/entity-node';
import type { EntityFact } from '../../domain/xform/entity-facts';
import { readFormFacts } from '../../domain/xform/form-facts';

/** Task on the XML of a large instance. Parses it anew each time: cloning the tree would cost more. */
export type ParserTask =
  | { readonly kind: 'facts'; readonly xml: string }
  | { readonly kind: 'answers'; readonly xml: string; readonly form: FormPaths }
  | { readonly kind: 'entities'; readonly xml: string; readonly facts: readonly EntityFact[] }
  | { readonly kind: 'rewrite'; readonly xml: string; readonly change: InstanceChange }
  /** With the XForm that the edit was made with, or its nodes. */
  | {
      readonly kind: 'merge';
      readonly xml: string;
      readonly stored: string;
      readonly form: string | EditedForm;
    }
  | { readonly kind: 'element'; readonly xml: string; readonly path: AnswerPath };

export function runParserTask(
  task: ParserTask,
): InstanceFacts | FlatInstance | EntityNode[] | string | boolean | undefined {
  const document = parseInstance(task.xml);
  switch (task.kind) {
    case 'facts':
      return readInstanceFacts(document);
    case 'answers':
      return flattenInstance(document, task.form);
    case 'entities':
      return readEntityNodes(document, task.facts);
    case 'rewrite':
      return writeInstance(rewriteInstance(document, task.change));
    case 'merge':
      return mergedXml(document, task);
    case 'element':
      return hasElement(document, task.path);
  }
}

/** Undefined if the edit stays as it was sent. */
function mergedXml(
  edit: InstanceDocument,
  { stored, form }: Extract<ParserTask, { kind: 'merge' }>,
): string | undefined {
  // Forms of snapshots name no version.
  const isSnapshot = typeof form === 'string';
  const merged = mergeEdit(
    parseInstance(stored),
    edit,
    isSnapshot ? editedFormOf(readFormFacts(form)) : form,
    { keepsVersion: isSnapshot },
  );
  return merged && writeInstance(merged);
}
