import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Location } from '../config/storage-location';
import { Deadline } from './deadline';
import type { DraftFile } from './draft-folder';
import { isNoObject, S3Error, s3Failure } from './s3-failure';

/** Longest between two signs of life of S3, for whoever waits for it. */
const PATIENCE_MS = 5_000;
const CONNECT_MS = 2_000;
/** S3 answers once it has stored all; it is given a second more for so many bytes. */
const STORED_PER_SECOND = 64 * 1024 ** 2;
/** Waits before what a connection or S3 let fall is sent once more. */
const PAUSES_MS = [100, 500];
/** A reader of a file holds a connection for as long as it reads. */
const MOST_CONNECTIONS = 256;
const DEFAULT_REGION = 'us-east-1';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface ListedObject {
  /** Without the prefix that all keys have. */
  readonly key: string;
  readonly byteSize: number;
  readonly modified: Date;
}

export interface ObjectPart {
  readonly body: Readable;
  readonly byteSize: number;
}

/**
 * One bucket, or what lies in it below a prefix. No wait lasts longer than S3 is silent for a few seconds; whatever fails,
 * fails as an `S3Error`. The client of S3 is loaded when it is first needed: who keeps files in a folder pays nothing for it.
 */
export class S3Bucket {
  private readonly logger = new Logger('storage');
  private client: Promise<S3> | undefined;
  private lastReason: string | undefined;
  /** When S3 last failed, in milliseconds since 1970. */
  failedAt = 0;

  constructor(
    private readonly location: S3Location,
    private readonly credentials: S3Credentials | undefined,
    readonly patienceMs = PATIENCE_MS,
  ) {}

  /** An empty object. */
  async putEmpty(key: string): Promise<void> {
    await this.ask((s3, to, options) => s3.putObject({ ...to(key), Body: '', ContentLength: 0 }, options));
  }

  /**
   * Stores a file in one step: there is all of it or nothing. S3 holds the bytes against their SHA-256 before it says yes,
   * for the hash is part of what the request is signed with.
   */
  async putFile(key: string, { path, sha256, byteSize }: DraftFile): Promise<void> {
    if (byteSize === 0) return this.putEmpty(key);
    for (const wait of [...PAUSES_MS, undefined]) {
      try {
        return await this.sendFile(key, path, sha256, byteSize);
      } catch (error) {
        if (wait === undefined || !(error instanceof S3Error && error.isTransient)) throw error;
        await pause(wait);
      }
    }
  }

  /** @returns undefined when there is no such object */
  async size(key: string): Promise<number | undefined> {
    const head = await this.askForObject((s3, to, options) => s3.headObject(to(key), options));
    return head?.ContentLength;
  }

  /** @param range as in `bytes=0-9`. @returns undefined when there is no such object */
  async get(key: string, range: string | undefined): Promise<ObjectPart | undefined> {
    const found = await this.askForObject((s3, to, options) =>
      s3.getObject({ ...to(key), ...(range !== undefined && { Range: range }) }, options),
    );
    if (found === undefined) return undefined;
    return { body: found.Body as Readable, byteSize: found.ContentLength ?? 0 };
  }

  /** @returns false when there is nothing to copy */
  async copy(from: string, to: string): Promise<boolean> {
    const { bucket, prefix } = this.location;
    const source = [bucket, ...`${prefix}${from}`.split('/')].map(encodeURIComponent).join('/');
    const copied = await this.askForObject((s3, at, options) =>
      s3.copyObject({ ...at(to), CopySource: source }, options),
    );
    return copied !== undefined;
  }

  /** Nothing when it is gone already. */
  async remove(key: string): Promise<void> {
    await this.ask((s3, to, options) => s3.deleteObject(to(key), options));
  }

  /** Objects whose key begins so, in the order of their keys. */
  async *list(beginning = ''): AsyncGenerator<ListedObject> {
    const { bucket, prefix } = this.location;
    let token: string | undefined;
    do {
      const page = await this.ask((s3, _to, options) =>
        s3.listObjectsV2(
          {
            Bucket: bucket,
            Prefix: prefix + beginning,
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
    const deadline = new Deadline(this.patienceMs + (byteSize / STORED_PER_SECOND) * 1000);
    // Paused, for the client begins to read when it is connected.
    const file = createReadStream(path)
      .pause()
      .on('data', () => deadline.step());
    try {
      await this.ask(async (s3, to, options) => {
        const { PutObjectCommand } = await import('@aws-sdk/client-s3');
        const command = new PutObjectCommand({ ...to(key), Body: file, ContentLength: byteSize });
        command.middlewareStack.add(
          (next) => (given) => {
            const { headers } = given.request as { headers: Record<string, string> };
            headers['x-amz-content-sha256'] = sha256.toString('hex');
            return next(given);
          },
          { step: 'build' },
        );
        return s3.send(command, options);
      }, deadline);
    } finally {
      file.destroy();
    }
  }

  private async askForObject<Answer>(question: Question<Answer>): Promise<Answer | undefined> {
    return this.ask(async (...given) =>
      question(...given).catch((error: unknown) => {
        if (isNoObject(error)) return undefined;
        throw error;
      }),
    );
  }

  private async ask<Answer>(
    question: Question<Answer>,
    deadline = new Deadline(this.patienceMs),
  ): Promise<Answer> {
    const { bucket, prefix } = this.location;
    try {
      this.client ??= openClient(this.location, this.credentials);
      const s3 = await this.client;
      const answer = await question(s3, (key) => ({ Bucket: bucket, Key: prefix + key }), {
        abortSignal: deadline.signal,
      });
      this.lastReason = undefined;
      return answer;
    } catch (error) {
      throw this.tell(s3Failure(error));
    } finally {
      deadline.clear();
    }
  }

  /** Once in the log, for as long as it is the same. */
  private tell(failure: Error): Error {
    this.failedAt = Date.now();
    const reason = failure instanceof S3Error ? failure.reason : failure.message;
    if (reason !== this.lastReason) this.logger.warn(reason);
    this.lastReason = reason;
    return failure;
  }
}

type Question<Answer> = (
  s3: S3,
  to: (key: string) => { Bucket: string; Key: string },
  options: { abortSignal: AbortSignal },
) => Promise<Answer>;

async function openClient(location: S3Location, credentials: S3Credentials | undefined): Promise<S3> {
  // It warns of versions to come on standard error; this one is fixed, and runs on every Node that we run on.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const config: S3ClientConfig = {
    region: location.region ?? DEFAULT_REGION,
    forcePathStyle: location.isPathStyle,
    // Others than Amazon do not know its younger checksums; a file goes with its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Not everybody answers `Expect: 100-continue`, and waiting for it takes longer than we wait for anything.
    expectContinueHeader: false,
    logger: { debug: unheard, info: unheard, warn: unheard, error: unheard },
    requestHandler: { connectionTimeout: CONNECT_MS, httpAgent: agent, httpsAgent: agent },
    ...(location.endpoint !== undefined && { endpoint: location.endpoint }),
    ...(credentials !== undefined && { credentials }),
  };
  return new Client(config);
}

/** What the client has to say quotes requests; what matters of it is thrown, too. */
function unheard(): void {}
