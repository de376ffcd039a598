import { FormProblemsError, type FormProblem } from '../../domain/content/form-problem';
import { type FieldErrors, InvalidError } from '../../domain/errors';

/** Error of a form task, as cloneable data for the transfer between threads. */
export type FormFailure =
  | { readonly kind: 'problems'; readonly problems: readonly FormProblem[] }
  | {
      readonly kind: 'invalid';
      readonly reason: string | FieldErrors;
      readonly extra: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'unexpected'; readonly message: string; readonly stack: string | undefined };

export function describeFormFailure(error: unknown): FormFailure {
  if (error instanceof FormProblemsError) return { kind: 'problems', problems: error.problems };
  if (error instanceof InvalidError) {
    return { kind: 'invalid', reason: error.fields ?? error.message, extra: error.extra };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'unexpected', message, stack };
}

/** Restores the original error. */
export function formError(failure: FormFailure): Error {
  switch (failure.kind) {
    case 'problems':
      return new FormProblemsError(failure.problems);
    case 'invalid':
      return new InvalidError(failure.reason, failure.extra);
    case 'unexpected': {
      const error = new Error(failure.message);
      if (failure.stack !== undefined) error.stack = failure.stack;
      return error;
    }
  }
}
