import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NotFoundError } from '../../domain/errors';
import {
  type ChoiceFiles,
  type ChoiceTable,
  type FileChoices,
  MAX_FILE_CHOICES,
  readChoiceFile,
  sourceKey,
} from '../../domain/form-history/choice-file';
import { Storage } from '../../storage/storage.port';
import { AssetFileRepository } from './asset-file.repository';

/** Larger files keep the names of their choices. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Texts in memory: some 40 MB. */
const MAX_CACHED_TEXTS = 500_000;
const ENTRY_TEXTS = 10;

/** Reads the choices of selects from the files that a form has now. Cached by content. */
@Injectable()
export class ChoiceFileService {
  private readonly cache = new LRUCache<string, ChoiceTable>({
    maxSize: MAX_CACHED_TEXTS,
    sizeCalculation: ({ languages, rows }) => ENTRY_TEXTS + rows.length * (1 + languages.length),
  });

  constructor(
    private readonly files: AssetFileRepository,
    private readonly storage: Storage,
  ) {}

  /** Omits files that the form lacks, that are at another host, or that are too large. */
  async of(
    { assetId }: { readonly assetId: number },
    { sources, languages }: FileChoices,
  ): Promise<ChoiceFiles> {
    if (sources.length === 0) return {};
    const media = await this.files.mediaOf(assetId);
    const files: Record<string, ChoiceTable> = {};
    let choices = 0;
    for (const source of sources) {
      const file = media.find(({ name }) => name === source.file);
      if (file === undefined || file.sha256 === null || Number(file.byteSize) > MAX_FILE_BYTES) continue;
      const key = sourceKey(source);
      const { sha256 } = file;
      const cacheKey = JSON.stringify([sha256.toString('base64'), key, languages]);
      let table = this.cache.get(cacheKey);
      if (table === undefined) {
        const bytes = await this.readUnlessDeleted(sha256);
        if (bytes === undefined) continue;
        table = await readChoiceFile(source, languages, bytes);
        this.cache.set(cacheKey, table);
      }
      choices += table.rows.length;
      if (choices <= MAX_FILE_CHOICES) files[key] = table;
    }
    return files;
  }

  /** The file may have been deleted after its row was read. */
  private async readUnlessDeleted(sha256: Buffer): Promise<Readable | undefined> {
    try {
      return await this.storage.read(sha256);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }
}
