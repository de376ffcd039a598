import { type FormProblem, FormProblemsError } from '../../domain/content/form-problem';
import {
  DomainError,
  type DomainErrorKind,
  InvalidError,
  TooManyRequestsError,
  StaleStateError,
} from '../../domain/errors';
import type { Reply } from '../../http/reply';
import { rewordedError } from './reworded-errors';
import { isLongerThan, unstorableReason } from '../../domain/text/unstorable-text';
import { applyDecorators, Controller, Post, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PAGE, RequiresCsrfToken } from '../../authorization/policy';

export interface FormErrors {
  readonly status: number;
  /** Undefined if every error belongs to a field. */
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the state that the form replaces was changed after the form was drawn. */
  readonly isStale: boolean;
  /** Of a form that does not compile. */
  readonly problems?: readonly FormProblem[];
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
  'over-quota': 402,
  'wrong-state': 409,
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
  const fields = error instanceof InvalidError && error.fields !== undefined ? messagesOf(error.fields) : {};
  return {
    status,
    message: Object.keys(fields).length > 0 ? undefined : rewordedError(error.message),
    fields,
    isStale: error instanceof StaleStateError,
    ...(error instanceof FormProblemsError && { problems: error.problems }),
    headers: {
      // HTTP requires a challenge with 401; browsers ignore this scheme and open no password dialog.
      ...(status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
      ...(error instanceof TooManyRequestsError && { 'Retry-After': String(error.retryAfterSeconds) }),
    },
  };
}

function messagesOf(fields: NonNullable<InvalidError['fields']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [
      name,
      Array.isArray(messages)
        ? messages.map(rewordedError).join(' ')
        : Object.values(messagesOf(messages)).join(' '),
    ]),
  );
}

/** Body of a form or query of a page, as it was sent. */
export type Sent = Readonly<Record<string, unknown>>;

/** A form field as text; empty if absent or repeated. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text field of a form, trimmed; empty if absent or repeated. @throws InvalidError on the field */
export function lineOf(sent: Sent, name: string, maxLength = 10_000): string {
  const text = textOf(sent[name]).trim();
  const reason = unstorableReason(text);
  if (reason !== undefined) throw InvalidError.at(name, `The text ${reason}.`);
  if (isLongerThan(maxLength, text)) {
    throw InvalidError.at(name, `At most ${maxLength} characters. Shorten the text.`);
  }
  return text;
}

/** Whether a checkbox was checked. */
export function isChecked(sent: Sent, name: string): boolean {
  return sent[name] !== undefined && sent[name] !== '';
}

const MAX_START = 1_000_000;

/** Offset of a list; 0 if absent or invalid. */
export function readStart({ start }: Sent): number {
  const number = typeof start === 'string' && /^\d+$/.test(start) ? Number(start) : 0;
  return Math.min(number, MAX_START);
}

/** A controller of HTML pages, which the API description omits. */
export const PageController = (path: string) =>
  applyDecorators(Controller(path), ApiExcludeController(), SetMetadata(PAGE, true));

/** Takes a form of a page: POST with a CSRF token. */
export const PostForm = (path = '') => applyDecorators(Post(path), RequiresCsrfToken());
