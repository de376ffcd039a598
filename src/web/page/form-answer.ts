import { DomainError, type DomainErrorKind, InvalidError, TooManyError } from '../../domain/errors';
import type { Reply } from '../../http/reply';

/** Why a form is shown again. */
export interface FormProblem {
  readonly status: number;
  /** One sentence, or none when every sentence belongs to a field. */
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Refusals that whoever filled in the form can do something about, and the status that tells them. */
const MENDABLE: Partial<Record<DomainErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  conflict: 409,
  'too-many': 429,
};

/** Does what a form asks for; where its reader can mend what was refused, the form is shown again and says what. */
export async function answerForm<Result>(
  work: () => Promise<Result>,
  answers: {
    readonly done: (result: Result) => Reply<unknown>;
    readonly again: (problem: FormProblem) => Reply<unknown>;
  },
): Promise<Reply<unknown>> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return answers.again(problem);
  }
  return answers.done(result);
}

function problemOf(error: unknown): FormProblem | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const status = MENDABLE[error.kind];
  if (status === undefined) return undefined;
  const fields = error instanceof InvalidError && error.fields !== undefined ? textOf(error.fields) : {};
  return {
    status,
    message: Object.keys(fields).length > 0 ? undefined : error.message,
    fields,
    headers: {
      // HTTP wants a challenge with every 401; this one is known to no browser, so that none asks for a password.
      ...(status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
      ...(error instanceof TooManyError && { 'Retry-After': String(error.retryAfterSeconds) }),
    },
  };
}

function textOf(fields: NonNullable<InvalidError['fields']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [
      name,
      Array.isArray(sentences) ? sentences.join(' ') : Object.values(textOf(sentences)).join(' '),
    ]),
  );
}
