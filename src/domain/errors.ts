/**
 * The closed family of things that can go wrong for a reason the caller can act on.
 * Every message is one sentence that tells the caller what to do next. Each protocol has one filter that
 * turns these into its own words (JSON on the API, OpenRosa XML on the collectors' routes).
 */

/** Field name → sentences; nesting is kept (contract-assets 0.3, decision 2). */
export interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}

export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;
  override get name(): string {
    return this.constructor.name;
  }
}

export type DomainErrorKind =
  | 'not-found'
  | 'unauthenticated'
  | 'denied'
  | 'invalid'
  | 'conflict'
  | 'gone'
  | 'wrong-state'
  | 'too-large'
  | 'too-many'
  | 'unsupported'
  | 'unavailable';

/** Unknown or hidden: the two are told apart nowhere on the wire. */
export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
  constructor(message = 'Not found.') {
    super(message);
  }
}

/** No credentials, or credentials that do not hold. */
export class UnauthenticatedError extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(message = 'Authentication credentials were not provided.') {
    super(message);
  }
}

/** Known and visible, but not allowed. */
export class DeniedError extends DomainError {
  readonly kind = 'denied';
  constructor(message = 'You do not have permission to perform this action.') {
    super(message);
  }
}

/** Input that can be mended by the caller: one sentence, or sentences per field. */
export class InvalidError extends DomainError {
  readonly kind = 'invalid';
  readonly fields: FieldErrors | undefined;
  /** Further keys of the body beside `detail` (for example `error` of a deployment that does not compile). */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  constructor(reason: string | FieldErrors, extra?: Readonly<Record<string, unknown>>) {
    super(typeof reason === 'string' ? reason : sentencesOf(reason).join(' '));
    this.fields = typeof reason === 'string' ? undefined : reason;
    this.extra = extra;
  }
}

/** Nobody waits for the answer any more, or the body never came to its end. */
export class CutOffError extends InvalidError {
  constructor() {
    super('The request was cut off before its end.');
  }
}

/** The sentences of all fields, each led by the path of its field. */
function sentencesOf(fields: FieldErrors, path = ''): string[] {
  return Object.entries(fields).flatMap(([field, errors]) =>
    Array.isArray(errors)
      ? errors.map((sentence) => `${path}${field}: ${sentence}`)
      : sentencesOf(errors, `${path}${field}.`),
  );
}

/** The request contradicts what is stored. */
export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}

/** Existed once and does not any more. */
export class GoneError extends DomainError {
  readonly kind = 'gone';
}

/** The verb does not apply in this state (405): a second deployment, a submission to an archived asset. */
export class WrongStateError extends DomainError {
  readonly kind = 'wrong-state';
}

/** More bytes than this service takes. */
export class TooLargeError extends DomainError {
  readonly kind = 'too-large';
}

/** More requests than allowed; `retryAfterSeconds` says when to come back. */
export class TooManyError extends DomainError {
  readonly kind = 'too-many';
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** A part of a protocol that this service leaves out, although the words are right. */
export class UnsupportedError extends DomainError {
  readonly kind = 'unsupported';
}

/** Something the service leans on is away for now; the same request may succeed later. */
export class UnavailableError extends DomainError {
  readonly kind = 'unavailable';
  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }
}

/** What went wrong in the words of RFC 6749 5.2 and RFC 6750 3.1, and what that is in ours. */
const OAUTH_KINDS = {
  invalid_request: 'invalid',
  invalid_client: 'unauthenticated',
  invalid_grant: 'invalid',
  unauthorized_client: 'invalid',
  unsupported_grant_type: 'invalid',
  invalid_scope: 'invalid',
  invalid_token: 'unauthenticated',
  insufficient_scope: 'denied',
} as const satisfies Record<string, DomainErrorKind>;

export type OAuthErrorCode = keyof typeof OAUTH_KINDS;

/** A refusal that OAuth2 has a word for; applications go by the word. */
export class OAuthError extends DomainError {
  readonly kind: DomainErrorKind;
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    /** The scope that would have done, for `insufficient_scope`. */
    readonly scope?: string,
  ) {
    super(message);
    this.kind = OAUTH_KINDS[code];
  }
}
