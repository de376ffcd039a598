import { UnavailableError } from '../domain/errors';

const CREDENTIALS =
  'look at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the files that AWS_ACCESS_KEY_ID_FILE and AWS_SECRET_ACCESS_KEY_FILE name.';
const REFUSED = `S3 does not accept the credentials: ${CREDENTIALS}`;
const DENIED =
  'The credentials do not suffice: s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket must be allowed on the bucket that STORAGE_URL names.';
const ELSEWHERE =
  'The bucket is in another region than STORAGE_URL says: add ?region= with its region to STORAGE_URL.';
const FULL = 'S3 has no room left for files: make some, or raise the quota.';
const AWAY = 'S3 does not answer: look at the endpoint in STORAGE_URL, and at the network between.';
const BROKEN = 'S3 fails to do what it is asked; it may be better in a while.';

/** What an operator has to know, by the names that S3 and its kin give to what went wrong. */
const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket that STORAGE_URL names does not exist: make it, or mend STORAGE_URL.',
  CredentialsProviderError: `There are no credentials for S3: ${CREDENTIALS}`,
  InvalidAccessKeyId: REFUSED,
  SignatureDoesNotMatch: REFUSED,
  InvalidToken: REFUSED,
  ExpiredToken: REFUSED,
  AccessDenied: DENIED,
  AllAccessDisabled: DENIED,
  PermanentRedirect: ELSEWHERE,
  AuthorizationHeaderMalformed: ELSEWHERE,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
};
const OF_STATUS: Readonly<Record<number, string>> = { 301: ELSEWHERE, 401: REFUSED, 403: DENIED, 507: FULL };

const MISCONFIGURED_RETRY_SECONDS = 60;
const AWAY_RETRY_SECONDS = 5;

/** S3 did not do what it was asked; callers hear that files can't be had just now. */
export class S3Error extends UnavailableError {
  constructor(
    /** For the operator; holds no secret. */
    readonly reason: string,
    /** Whether the same may go well at once. */
    readonly isTransient: boolean,
  ) {
    super(
      'Files can not be stored or read just now. Try again later.',
      reason === AWAY || reason === BROKEN ? AWAY_RETRY_SECONDS : MISCONFIGURED_RETRY_SECONDS,
    );
  }
}

/** No room: told to callers as a full disk is. */
class S3FullError extends Error {
  readonly code = 'EDQUOT';
}

/** What went wrong on the way to S3 or there. The client's own errors are kept out of the log: they quote requests. */
export function s3Failure(error: unknown): Error {
  const { name = '', status } = factsOf(error);
  const reason = SENTENCES[name] ?? OF_STATUS[status ?? 0] ?? (status === undefined ? AWAY : BROKEN);
  if (reason === FULL) return new S3FullError(FULL);
  return new S3Error(reason, reason === BROKEN || (reason === AWAY && name !== 'AbortError'));
}

/** Whether S3 says that there is no such object. */
export function isNoObject(error: unknown): boolean {
  const { name, status } = factsOf(error);
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
}

function factsOf(error: unknown): { name?: string; status?: number | undefined } {
  if (!(error instanceof Error)) return {};
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return { name: error.name, status: $metadata?.httpStatusCode };
}
