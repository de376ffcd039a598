import { DomainError, InvalidError, TooLargeError } from '../../domain/errors';
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

/** Error of a parser task, as cloneable data for the transfer between threads. */
export interface ParserFailure {
  readonly kind: 'invalid' | 'too-large' | 'unexpected';
  readonly message: string;
}

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

export function describeParserFailure(error: unknown): ParserFailure {
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'too-large');
  return { kind: isExpected ? error.kind : 'unexpected', message };
}

/** Restores the original error. */
export function parserError({ kind, message }: ParserFailure): Error {
  switch (kind) {
    case 'invalid':
      return new InvalidError(message);
    case 'too-large':
      return new TooLargeError(message);
    case 'unexpected':
      return new Error(message);
  }
}
