/**
 * Closed family of errors that the caller can act on. A message says what is wrong, then what to do.
 * One filter per protocol maps them to responses: JSON for the API, OpenRosa XML for collector apps.
 */

/** Validation messages by field name; nested objects keep their structure (contract-assets 0.3, decision 2). */
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
  | 'over-quota'
  | 'too-many'
  | 'unsupported'
  | 'unavailable';

/** 404. Unknown and hidden resources get the same response. */
export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
  constructor(message = 'Not found.') {
    super(message);
  }
}

/** Returns the value. @throws NotFoundError for null or undefined */
export function orNotFound<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new NotFoundError();
  return value;
}

/** 401. Credentials are missing or invalid. */
export class UnauthenticatedError extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(message = 'Authentication credentials were not provided.') {
    super(message);
  }
}

/** 403. The resource is visible, the action is not allowed. */
export class DeniedError extends DomainError {
  readonly kind = 'denied';
  constructor(message = 'You do not have permission to perform this action.') {
    super(message);
  }
}

/** 400. Invalid input: one message, or validation errors by field. */
export class InvalidError extends DomainError {
  readonly kind = 'invalid';
  readonly fields: FieldErrors | undefined;
  /** Additional keys of the body besides `detail` (for example `error` of a deployment that does not compile). */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  constructor(reason: string | FieldErrors, extra?: Readonly<Record<string, unknown>>) {
    super(typeof reason === 'string' ? reason : messagesOf(reason).join(' '));
    this.fields = typeof reason === 'string' ? undefined : reason;
    this.extra = extra;
  }

  /** Validation error of one field. */
  static at(field: string, message: string): InvalidError {
    return new InvalidError({ [field]: [message] });
  }
}

/** The client disconnected, or the body ended early. */
export class RequestAbortedError extends InvalidError {
  constructor() {
    super('The request was aborted before its end. Send it again.');
  }
}

/** All messages as `path.to.field: message`. */
function messagesOf(fields: FieldErrors, path = ''): string[] {
  return Object.entries(fields).flatMap(([field, errors]) =>
    Array.isArray(errors)
      ? errors.map((message) => `${path}${field}: ${message}`)
      : messagesOf(errors, `${path}${field}.`),
  );
}

/** 409. The request conflicts with the stored state. */
export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}

/** 410. The resource was deleted. */
export class GoneError extends DomainError {
  readonly kind = 'gone';
}

/** 405. The method does not apply in this state, such as a second deployment. */
export class WrongStateError extends DomainError {
  readonly kind = 'wrong-state';
}

/** 413. The body or file exceeds the size limit. */
export class TooLargeError extends DomainError {
  readonly kind = 'too-large';
}

/** 402. The project or its owner stores as much as the operator allows (contract-data 4.5). */
export class OverQuotaError extends DomainError {
  readonly kind = 'over-quota';
}

/** 429, with `retryAfterSeconds` as `Retry-After`. */
export class TooManyRequestsError extends DomainError {
  readonly kind = 'too-many';
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** A valid request for a feature of the protocol that this service does not implement. */
export class UnsupportedError extends DomainError {
  readonly kind = 'unsupported';
}

/** 503. Overloaded, or a dependency is unavailable; the client may retry. */
export class UnavailableError extends DomainError {
  readonly kind = 'unavailable';
  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }
}

/** 503. A part of the result is stored; the next request continues there. */
export class UnfinishedError extends UnavailableError {
  constructor(
    /** From 0 to 1. */
    readonly share: number,
  ) {
    super(`Answers of ${Math.floor(share * 100)} % of the submissions are counted. Retry to continue.`, 1);
  }
}

/** Maps the error codes of RFC 6749 5.2 and RFC 6750 3.1 to error kinds. */
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

/** An OAuth2 error; clients branch on its `code`. */
export class OAuthError extends DomainError {
  readonly kind: DomainErrorKind;
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    /** The required scope, for `insufficient_scope`. */
    readonly scope?: string,
  ) {
    super(message);
    this.kind = OAUTH_KINDS[code];
  }
}

/** 409. The state that a change replaces was replaced since its editor saw it. */
export class StaleStateError extends ConflictError {}

/**
 * Refuses a change of a state that was replaced since its editor saw it. Called with the stored state in the transaction that
 * replaces it, under its lock. @throws StaleStateError
 */
export type StateCheck<Stored> = (stored: Stored) => void;
