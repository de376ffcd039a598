import { DomainError, InvalidError, TooLargeError } from '../domain/errors';
import { type InstanceFacts, readInstanceFacts } from '../domain/submission/instance-facts';
import { type FlatInstance, flattenInstance, type FormPaths } from '../domain/submission/instance-flattening';
import { parseInstance } from '../domain/submission/instance-parser';

/** What there is to do with the XML of a large instance. It is parsed anew each time: a tree costs more to hand over. */
export type InstanceTask =
  | { readonly kind: 'facts'; readonly xml: string }
  | { readonly kind: 'answers'; readonly xml: string; readonly form: FormPaths };

/** Why an instance is refused, as plain data that goes from a thread to its caller. */
export interface InstanceFailure {
  readonly kind: 'invalid' | 'too-large' | 'unforeseen';
  readonly message: string;
}

export function workOn(task: InstanceTask): InstanceFacts | FlatInstance {
  const document = parseInstance(task.xml);
  return task.kind === 'facts' ? readInstanceFacts(document) : flattenInstance(document, task.form);
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
