import { FormProblemsError, type FormProblem } from '../../domain/content/form-problem';
import { describeFailure, restoreError, type TaskFailure } from '../pool/task-failure';

/** `TaskFailure`, or all problems of a form. */
export type FormFailure =
  TaskFailure | { readonly kind: 'problems'; readonly problems: readonly FormProblem[] };

export function describeFormFailure(error: unknown): FormFailure {
  return error instanceof FormProblemsError
    ? { kind: 'problems', problems: error.problems }
    : describeFailure(error);
}

/** Restores the original error. */
export function formError(failure: FormFailure): Error {
  return failure.kind === 'problems' ? new FormProblemsError(failure.problems) : restoreError(failure);
}
