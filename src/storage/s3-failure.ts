import { UnavailableError } from '../domain/errors';

const CREDENTIALS =
  'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the files of AWS_ACCESS_KEY_ID_FILE and AWS_SECRET_ACCESS_KEY_FILE.';
const REFUSED = `S3 rejects the credentials. ${CREDENTIALS}`;
const DENIED =
  'The S3 credentials lack permissions. Allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket on the bucket of STORAGE_URL.';
const WRONG_REGION = 'The bucket is in another region. Add ?region= with its region to STORAGE_URL.';
const FULL = 'S3 has no free space left. Free some, or raise the quota.';
const UNREACHABLE = 'S3 does not respond. Check the endpoint in STORAGE_URL and the network.';
const FAILING = 'S3 failed to process the request. Retry later.';

/** Messages for the operator by error name of S3 and compatible servers. */
const MESSAGES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket of STORAGE_URL does not exist. Create it, or correct STORAGE_URL.',
  CredentialsProviderError: `There are no credentials for S3. ${CREDENTIALS}`,
  InvalidAccessKeyId: REFUSED,
  SignatureDoesNotMatch: REFUSED,
  InvalidToken: REFUSED,
  ExpiredToken: REFUSED,
  AccessDenied: DENIED,
  AllAccessDisabled: DENIED,
  PermanentRedirect: WRONG_REGION,
  AuthorizationHeaderMalformed: WRONG_REGION,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
};
const MESSAGES_BY_STATUS: Readonly<Record<number, string>> = {
  301: WRONG_REGION,
  401: REFUSED,
  403: DENIED,
  507: FULL,
};

const MISCONFIGURED_RETRY_SECONDS = 60;
const OUTAGE_RETRY_SECONDS = 5;

/** A request to S3 failed; clients get 503 without the reason. */
export class S3Error extends UnavailableError {
  constructor(
    /** Message for the operator; contains no secret. */
    readonly reason: string,
    readonly isTransient: boolean,
  ) {
    super(
      'The file storage is unavailable. Retry later.',
      reason === UNREACHABLE || reason === FAILING ? OUTAGE_RETRY_SECONDS : MISCONFIGURED_RETRY_SECONDS,
    );
  }
}

/** Reported to clients like a full disk. */
class S3FullError extends Error {
  readonly code = 'EDQUOT';
}

/** Translates errors of the SDK, which quote requests and must not be logged. */
export function s3Failure(error: unknown): Error {
  const { name = '', status } = errorDetails(error);
  const reason =
    MESSAGES[name] ?? MESSAGES_BY_STATUS[status ?? 0] ?? (status === undefined ? UNREACHABLE : FAILING);
  if (reason === FULL) return new S3FullError(FULL);
  return new S3Error(reason, reason === FAILING || (reason === UNREACHABLE && name !== 'AbortError'));
}

export function isObjectMissing(error: unknown): boolean {
  const { name, status } = errorDetails(error);
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
}

function errorDetails(error: unknown): { name?: string; status?: number | undefined } {
  if (!(error instanceof Error)) return {};
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return { name: error.name, status: $metadata?.httpStatusCode };
}
