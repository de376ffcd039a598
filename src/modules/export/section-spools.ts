import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScratchSpace } from '../../storage/scratch-space';

/**
 * Spools the text of sections to disk until the sections before them are written. Not to the storage, where concurrent
 * exports of the same rows would share a file, which the first of them removes.
 */
export class SectionSpools {
  private folder: string | undefined;
  private readonly files = new Map<number, FileHandle>();

  constructor(private readonly scratch: ScratchSpace) {}

  has(section: number): boolean {
    return this.files.has(section);
  }

  async write(section: number, bytes: Uint8Array): Promise<void> {
    const file = this.files.get(section) ?? (await this.open(section));
    await file.appendFile(bytes);
  }

  /** Opens the file when it is read: an export that ends before would leave it open. */
  async *read(section: number): AsyncIterable<Uint8Array> {
    yield* createReadStream(this.pathOf(section)) as AsyncIterable<Uint8Array>;
  }

  async remove(): Promise<void> {
    for (const file of this.files.values()) await file.close();
    if (this.folder !== undefined) await this.scratch.remove(this.folder);
  }

  private async open(section: number): Promise<FileHandle> {
    this.folder ??= await this.scratch.open();
    const file = await open(this.pathOf(section), 'wx');
    this.files.set(section, file);
    return file;
  }

  private pathOf(section: number): string {
    return join(this.folder!, `${section}.xml`);
  }
}
