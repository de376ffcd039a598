import { Injectable, Logger } from '@nestjs/common';
import { Environment } from '../../../config/environment';
import { ConflictError, DeniedError, GoneError, NotFoundError, OverQuotaError } from '../../../domain/errors';
import type { ByteSource } from '../../../domain/file/staged-file';
import { Storage, StoredFileOwners } from '../../../storage/storage.port';
import { assertStorableText } from '../../../domain/text/unstorable-text';
import type { IncomingAttachment, ReceivedFile } from './incoming-submission';

/** Errors after which no row was certainly committed. */
const ROLLED_BACK_ERRORS = [ConflictError, DeniedError, GoneError, NotFoundError, OverQuotaError];

/** Stages, promotes and releases the bytes of attachments around the transactions that write their rows. */
@Injectable()
export class AttachmentStorageService {
  private readonly logger = new Logger('intake');
  /** Hashes to release again after a storage failure. */
  private readonly pendingReleases: Buffer[] = [];

  constructor(
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly environment: Environment,
  ) {}

  /**
   * Stages an uploaded file; the caller discards it in `finally`.
   * @param maxBytes capped at MAX_UPLOAD_BYTES
   * @throws TooLargeError; InvalidError for a file name that the database cannot store
   */
  async receive(
    { name, mimetype }: Omit<ReceivedFile, 'stagedFile'>,
    content: ByteSource,
    maxBytes = this.environment.MAX_UPLOAD_BYTES,
  ): Promise<ReceivedFile> {
    assertStorableText(name, 'The name of a file');
    const stagedFile = await this.storage.stage(
      content,
      Math.min(maxBytes, this.environment.MAX_UPLOAD_BYTES),
    );
    return { name, mimetype, stagedFile };
  }

  /** Promotes files, then writes the rows that reference them; rolls the files back if the write is refused. */
  async promoteAndWrite<Result>(
    files: readonly IncomingAttachment[],
    writeRows: () => Promise<Result>,
  ): Promise<Result> {
    await Promise.all(files.map(({ stagedFile }) => stagedFile.promote()));
    try {
      const result = await writeRows();
      await this.confirm(files);
      return result;
    } catch (error) {
      // After any other error the commit may have succeeded: the storage cleanup job decides.
      if (ROLLED_BACK_ERRORS.some((kind) => error instanceof kind)) await this.rollBack(files);
      throw error;
    }
  }

  /** Releases bytes after the commit that deleted their rows; failures are retried with the next release. */
  async release(sha256s: readonly Buffer[]): Promise<void> {
    const pending = [...this.pendingReleases.splice(0), ...sha256s];
    try {
      for (let next = pending[0]; next !== undefined; next = pending[0]) {
        await this.storage.release(next);
        pending.shift();
      }
    } catch (error) {
      this.logger.warn(error);
      this.pendingReleases.push(...pending);
    }
  }

  /** Marks files as committed; the storage cleanup job corrects failures. */
  private async confirm(files: readonly IncomingAttachment[]): Promise<void> {
    await Promise.all(files.map(({ stagedFile }) => stagedFile.confirm())).catch((error: unknown) =>
      this.logger.warn(error),
    );
  }

  private async rollBack(files: readonly IncomingAttachment[]): Promise<void> {
    for (const { stagedFile } of files) {
      await stagedFile
        .rollBack(this.owners.findReferenced)
        .catch((error: unknown) => this.logger.warn(error));
    }
  }
}
