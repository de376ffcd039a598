import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { ConflictError, DeniedError, GoneError, NotFoundError } from '../../domain/errors';
import type { ByteSource } from '../../domain/file/draft';
import { assertStorableText } from '../../domain/text/storable-text';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { AttachmentRepository } from './attachment.repository';
import type { IncomingAttachment, ReceivedFile } from './received-file';

/** What is thrown where it is known that no row came. */
const REFUSALS = [ConflictError, DeniedError, GoneError, NotFoundError];

/** The bytes of attachments, on their way in and on their way out. */
@Injectable()
export class IncomingFilesService implements OnModuleInit {
  private readonly logger = new Logger('intake');
  /** Bytes that lost their row while the storage was away. */
  private readonly owed: Buffer[] = [];

  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.attachments.named(sha256s));
  }

  /**
   * Takes a file of a submission in; whoever calls discards the draft in `finally`.
   * @param maxBytes MAX_UPLOAD_BYTES at the most
   * @throws TooLargeError, and InvalidError for a name that can't be kept
   */
  async receive(
    { name, mimetype }: Omit<ReceivedFile, 'draft'>,
    content: ByteSource,
    maxBytes = this.environment.MAX_UPLOAD_BYTES,
  ): Promise<ReceivedFile> {
    assertStorableText(name, 'The name of a file');
    const draft = await this.storage.draft(content, Math.min(maxBytes, this.environment.MAX_UPLOAD_BYTES));
    return { name, mimetype, draft };
  }

  /** Writes rows that name these files: the bytes get their names right before, and lose them when the rows are refused. */
  async storeWith<Result>(
    files: readonly IncomingAttachment[],
    writeRows: () => Promise<Result>,
  ): Promise<Result> {
    await Promise.all(files.map(({ draft }) => draft.promote()));
    try {
      const result = await writeRows();
      await this.keep(files);
      return result;
    } catch (error) {
      // Of any other failure it is not known whether the rows came: that is for the sweep to ask.
      if (REFUSALS.some((refusal) => error instanceof refusal)) await this.withdraw(files);
      throw error;
    }
  }

  /** Their rows are gone, and that is committed. What can't be noted now is noted with the next: it harms nobody till then. */
  async release(sha256s: readonly Buffer[]): Promise<void> {
    const owed = [...this.owed.splice(0), ...sha256s];
    try {
      for (let next = owed[0]; next !== undefined; next = owed[0]) {
        await this.storage.release(next);
        owed.shift();
      }
    } catch (error) {
      this.logger.warn(error);
      this.owed.push(...owed);
    }
  }

  /** The rows are committed; what can't be noted now, the sweep finds out by asking. */
  private async keep(files: readonly IncomingAttachment[]): Promise<void> {
    await Promise.all(files.map(({ draft }) => draft.keep())).catch((error: unknown) =>
      this.logger.warn(error),
    );
  }

  private async withdraw(files: readonly IncomingAttachment[]): Promise<void> {
    for (const { draft } of files) {
      await draft.withdraw(this.owners.named).catch((error: unknown) => this.logger.warn(error));
    }
  }
}
