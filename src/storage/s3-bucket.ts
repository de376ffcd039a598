import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { UnavailableError } from '../domain/errors';
import type { S3Location } from '../config/storage-location';
import type { LocalStagedFile } from './staging-folder';

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

function isObjectMissing(error: unknown): boolean {
  const { name, status } = errorDetails(error);
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
}

function errorDetails(error: unknown): { name?: string; status?: number | undefined } {
  if (!(error instanceof Error)) return {};
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return { name: error.name, status: $metadata?.httpStatusCode };
}

const IDLE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** S3 responds once it has stored all bytes: extends the timeout by the size. */
const MIN_BYTES_PER_SECOND = 64 * 1024 ** 2;
const RETRY_DELAYS_MS = [100, 500];
/** A download holds a connection while its client reads. */
const MAX_CONNECTIONS = 256;
const DEFAULT_REGION = 'us-east-1';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface ListedObject {
  /** Without the prefix of STORAGE_URL. */
  readonly key: string;
  readonly byteSize: number;
  readonly modified: Date;
}

export interface ObjectPart {
  readonly body: Readable;
  readonly byteSize: number;
}

/**
 * Objects of a bucket below a prefix, with an idle timeout on every request. Errors are `S3Error`s. The SDK is loaded on first
 * use, to spare installations without S3.
 */
export class S3Bucket {
  private readonly logger = new Logger('storage');
  private client: Promise<S3> | undefined;
  private lastReason: string | undefined;
  failedAt = 0;

  constructor(
    private readonly location: S3Location,
    private readonly credentials: S3Credentials | undefined,
    readonly idleTimeoutMs = IDLE_TIMEOUT_MS,
  ) {}

  async putEmpty(key: string): Promise<void> {
    await this.send((s3, to, options) => s3.putObject({ ...to(key), Body: '', ContentLength: 0 }, options));
  }

  /** Stores a file atomically. S3 verifies its SHA-256, which is part of the signed request. */
  async putFile(key: string, { path, sha256, byteSize }: LocalStagedFile): Promise<void> {
    if (byteSize === 0) return this.putEmpty(key);
    for (const delay of [...RETRY_DELAYS_MS, undefined]) {
      try {
        return await this.sendFile(key, path, sha256, byteSize);
      } catch (error) {
        if (delay === undefined || !(error instanceof S3Error && error.isTransient)) throw error;
        await pause(delay);
      }
    }
  }

  /** @returns undefined if the object does not exist */
  async size(key: string): Promise<number | undefined> {
    const head = await this.sendForObject((s3, to, options) => s3.headObject(to(key), options));
    return head?.ContentLength;
  }

  /** @param range such as `bytes=0-9`. @returns undefined if the object does not exist */
  async get(key: string, range: string | undefined): Promise<ObjectPart | undefined> {
    const found = await this.sendForObject((s3, to, options) =>
      s3.getObject({ ...to(key), ...(range !== undefined && { Range: range }) }, options),
    );
    if (found === undefined) return undefined;
    return { body: found.Body as Readable, byteSize: found.ContentLength ?? 0 };
  }

  /** @returns false if the object does not exist */
  async copy(from: string, to: string): Promise<boolean> {
    const { bucket, prefix } = this.location;
    const source = [bucket, ...`${prefix}${from}`.split('/')].map(encodeURIComponent).join('/');
    const copied = await this.sendForObject((s3, at, options) =>
      s3.copyObject({ ...at(to), CopySource: source }, options),
    );
    return copied !== undefined;
  }

  async remove(key: string): Promise<void> {
    await this.send((s3, to, options) => s3.deleteObject(to(key), options));
  }

  /** Objects whose key starts with `start`, ordered by key. */
  async *list(start = ''): AsyncGenerator<ListedObject> {
    const { bucket, prefix } = this.location;
    let token: string | undefined;
    do {
      const page = await this.send((s3, _to, options) =>
        s3.listObjectsV2(
          {
            Bucket: bucket,
            Prefix: prefix + start,
            ...(token !== undefined && { ContinuationToken: token }),
          },
          options,
        ),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        yield { key: Key.slice(prefix.length), byteSize: Size, modified: LastModified };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  private async sendFile(key: string, path: string, sha256: Buffer, byteSize: number): Promise<void> {
    await this.send(
      async (s3, to, options, refreshTimeout) => {
        const { PutObjectCommand } = await import('@aws-sdk/client-s3');
        // Paused: the SDK starts reading once connected.
        const file = createReadStream(path).pause().on('data', refreshTimeout);
        const command = new PutObjectCommand({ ...to(key), Body: file, ContentLength: byteSize });
        command.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> };
            headers['x-amz-content-sha256'] = sha256.toString('hex');
            return next(args);
          },
          { step: 'build' },
        );
        return s3.send(command, options).finally(() => file.destroy());
      },
      this.idleTimeoutMs + (byteSize / MIN_BYTES_PER_SECOND) * 1000,
    );
  }

  private async sendForObject<Result>(request: S3Request<Result>): Promise<Result | undefined> {
    return this.send(async (...args) =>
      request(...args).catch((error: unknown) => {
        if (isObjectMissing(error)) return undefined;
        throw error;
      }),
    );
  }

  private async send<Result>(
    request: S3Request<Result>,
    idleTimeoutMs = this.idleTimeoutMs,
  ): Promise<Result> {
    const { bucket, prefix } = this.location;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), idleTimeoutMs);
    try {
      this.client ??= openClient(this.location, this.credentials);
      const s3 = await this.client;
      const to = (key: string) => ({ Bucket: bucket, Key: prefix + key });
      const result = await request(s3, to, { abortSignal: timeout.signal }, () => timer.refresh());
      this.lastReason = undefined;
      return result;
    } catch (error) {
      throw this.logOnce(s3Failure(error));
    } finally {
      clearTimeout(timer);
    }
  }

  private logOnce(failure: Error): Error {
    this.failedAt = Date.now();
    const reason = failure instanceof S3Error ? failure.reason : failure.message;
    if (reason !== this.lastReason) this.logger.warn(reason);
    this.lastReason = reason;
    return failure;
  }
}

type S3Request<Result> = (
  s3: S3,
  to: (key: string) => { Bucket: string; Key: string },
  options: { abortSignal: AbortSignal },
  refreshTimeout: () => void,
) => Promise<Result>;

async function openClient(location: S3Location, credentials: S3Credentials | undefined): Promise<S3> {
  // The SDK warns on stderr of Node versions that later releases drop; ours is pinned.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const config: S3ClientConfig = {
    region: location.region ?? DEFAULT_REGION,
    forcePathStyle: location.isPathStyle,
    // Other S3 servers lack Amazon's newer checksums; files are verified by SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Not all servers respond to `Expect: 100-continue`.
    expectContinueHeader: false,
    logger: { debug: discardLog, info: discardLog, warn: discardLog, error: discardLog },
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, httpAgent: agent, httpsAgent: agent },
    ...(location.endpoint !== undefined && { endpoint: location.endpoint }),
    ...(credentials !== undefined && { credentials }),
  };
  return new Client(config);
}

/** The SDK's logs quote requests; its errors are thrown too. */
function discardLog(): void {}
