import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { StagedFile, FindReferencedHashes } from '../../domain/file/staged-file';
import type { Storage } from '../../storage/storage.port';

/** Limit of one uncompressed sheet. */
const MAX_BYTES = 64 * 1024 ** 3;

/** Spools the text of a section to storage until the sections before it are written. */
export class SectionSpool {
  private readonly input = new PassThrough();
  private readonly staged: Promise<StagedFile>;

  constructor(private readonly storage: Storage) {
    this.staged = storage.stage(this.input, MAX_BYTES);
    this.staged.catch((error: Error) => this.input.destroy(error));
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.input.write(bytes)) await once(this.input, 'drain');
  }

  /** Ends writing and returns the text. */
  async read(): Promise<Readable> {
    this.input.end();
    const file = await this.staged;
    await file.promote();
    return this.storage.read(file.sha256);
  }

  async remove(findReferenced: FindReferencedHashes): Promise<void> {
    this.input.destroy();
    const file = await this.staged.catch(() => undefined);
    await file?.rollBack(findReferenced);
    await file?.discard();
  }
}
