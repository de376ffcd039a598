import { DomainError, InvalidError, TooLargeError } from '../../domain/errors';
import { type AnswerPath, hasElement } from '../../domain/submission/answer-path';
import { type InstanceFacts, readInstanceFacts } from '../../domain/submission/instance-facts';
import {
  type FlatInstance,
  flattenInstance,
  type FormPaths,
} from '../../domain/submission/instance-flattening';
import { parseInstance } from '../../domain/submission/instance-parser';
import { type InstanceChange, rewriteInstance } from '../../domain/submission/instance-rewriting';
import { writeInstance } from '../../domain/submission/instance-writer';

/** What there is to do with the XML of a large instance. It is parsed anew each time: a tree costs more to hand over. */
export type InstanceTask =
  | { readonly kind: 'facts'; readonly xml: string }
  | { readonly kind: 'answers'; readonly xml: string; readonly form: FormPaths }
  | { readonly kind: 'rewrite'; readonly xml: string; readonly change: InstanceChange }
  | { readonly kind: 'element'; readonly xml: string; readonly path: AnswerPath };

/** Why an instance is refused, as plain data that goes from a thread to its caller. */
export interface InstanceFailure {
  readonly kind: 'invalid' | 'too-large' | 'unforeseen';
  readonly message: string;
}

export function workOn(task: InstanceTask): InstanceFacts | FlatInstance | string | boolean {
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

export function describeFailure(error: unknown): InstanceFailure {
  const message = error instanceof Error ? error.message : String(error);
  const isForeseen = error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'too-large');
  return { kind: isForeseen ? error.kind : 'unforeseen', message };
}

/** The error that the work would have thrown here. */
export function errorOf({ kind, message }: InstanceFailure): Error {
  switch (kind) {
    case 'invalid':
      return new InvalidError(message);
    case 'too-large':
      return new TooLargeError(message);
    case 'unforeseen':
      return new Error(message);
  }
}
