import { DomainError, type DomainErrorKind, InvalidError, TooManyRequestsError } from '../../domain/errors';
import { StaleStateError } from '../../domain/state-check';
import type { Reply } from '../../http/reply';
import type { Sent } from './sent-form';

export interface FormErrors {
  readonly status: number;
  /** Undefined if every error belongs to a field. */
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the state that the form replaces was changed after the form was drawn. */
  readonly isStale: boolean;
}

/** How a form ended, on the page that shows it: the query after a redirect, for its message, or the errors of a refused one. */
export interface FormOutcome {
  readonly query?: Sent;
  readonly errors?: FormErrors;
}

/** Errors that the user can correct, with their HTTP status. */
const CORRECTABLE: Partial<Record<DomainErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  conflict: 409,
  'too-many': 429,
};

/** Runs the action of a form; if it fails with an error that the user can correct, shows the form again. */
export async function handleForm<Result>(
  action: () => Promise<Result>,
  replies: {
    readonly done: (result: Result) => Reply<unknown> | Promise<Reply<unknown>>;
    readonly invalid: (errors: FormErrors) => Reply<unknown> | Promise<Reply<unknown>>;
  },
): Promise<Reply<unknown>> {
  let result: Result;
  try {
    result = await action();
  } catch (error) {
    const errors = formErrorsOf(error);
    if (errors === undefined) throw error;
    return replies.invalid(errors);
  }
  return replies.done(result);
}

function formErrorsOf(error: unknown): FormErrors | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const status = CORRECTABLE[error.kind];
  if (status === undefined) return undefined;
  const fields = error instanceof InvalidError && error.fields !== undefined ? textOf(error.fields) : {};
  return {
    status,
    message: Object.keys(fields).length > 0 ? undefined : error.message,
    fields,
    isStale: error instanceof StaleStateError,
    headers: {
      // HTTP requires a challenge with 401; browsers ignore this scheme and open no password dialog.
      ...(status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
      ...(error instanceof TooManyRequestsError && { 'Retry-After': String(error.retryAfterSeconds) }),
    },
  };
}

function textOf(fields: NonNullable<InvalidError['fields']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [
      name,
      Array.isArray(messages) ? messages.join(' ') : Object.values(textOf(messages)).join(' '),
    ]),
  );
}
