import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Draft, NamedHashes } from '../../domain/file/draft';
import type { Storage } from '../../storage/storage.port';

/** What one sheet may take before it is compressed. */
const MOST_BYTES = 64 * 1024 ** 3;

/** The text of a section that waits, outside of memory, until those before it are done. */
export class SectionSpool {
  private readonly input = new PassThrough();
  private readonly draft: Promise<Draft>;

  constructor(private readonly storage: Storage) {
    this.draft = storage.draft(this.input, MOST_BYTES);
    this.draft.catch((error: Error) => this.input.destroy(error));
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.input.write(bytes)) await once(this.input, 'drain');
  }

  /** Everything that was written; nothing can be written after it. */
  async read(): Promise<Readable> {
    this.input.end();
    const draft = await this.draft;
    await draft.promote();
    return this.storage.read(draft.sha256);
  }

  /** @param named of these bytes, those that something else is kept by */
  async remove(named: NamedHashes): Promise<void> {
    this.input.destroy();
    const draft = await this.draft.catch(() => undefined);
    await draft?.withdraw(named);
    await draft?.discard();
  }
}
