import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NotFoundError } from '../../domain/errors';
import {
  type ChoiceFiles,
  type ChoiceSource,
  type ChoiceTable,
  type FileChoices,
  joinTables,
  MAX_FILE_CHOICES,
  readChoiceFile,
  sourceKey,
} from '../../domain/form-history/choice-file';
import { Storage } from '../../storage/storage.port';
import { AssetFileRepository, type AssetFileRow } from './asset-file.repository';

/** Larger files keep the names of their choices. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Texts in memory: some 40 MB. */
const MAX_CACHED_TEXTS = 500_000;
const ENTRY_TEXTS = 10;

/** Reads the choices of selects from the files that a form has, and had. Cached by content. */
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

  /**
   * Omits files that the form lacks, that are at another host, or that are too large.
   * @param newestOnly without the choices that only replaced and removed files have
   */
  async of(
    { assetId }: { readonly assetId: number },
    { sources, languages }: FileChoices,
    { newestOnly = false } = {},
  ): Promise<ChoiceFiles> {
    if (sources.length === 0) return {};
    const media = await this.files.mediaOf(assetId);
    const former = newestOnly
      ? []
      : await this.files.formerMediaOf(assetId, [...new Set(sources.map(({ file }) => file))]);
    const files: Record<string, ChoiceTable> = {};
    let room = MAX_FILE_CHOICES;
    // Choices of present files first: those of former ones fill the rest.
    for (const hasFormer of [false, true]) {
      for (const source of sources) {
        const replaced = hasFormer ? hashesOf(former, source) : [];
        if (hasFormer && replaced.length === 0) continue;
        const table = await this.tableOf(source, languages, [...hashesOf(media, source), ...replaced]);
        const key = sourceKey(source);
        const added = (table?.rows.length ?? 0) - (files[key]?.rows.length ?? 0);
        if (table === undefined || added > room) continue;
        files[key] = table;
        room -= added;
      }
    }
    return files;
  }

  /** @param hashes of the files of the source, newest first */
  private async tableOf(
    source: ChoiceSource,
    languages: FileChoices['languages'],
    hashes: readonly Buffer[],
  ): Promise<ChoiceTable | undefined> {
    const cacheKey = JSON.stringify([
      hashes.map((each) => each.toString('base64')),
      sourceKey(source),
      languages,
    ]);
    const cached = this.cache.get(cacheKey);
    if (cached !== undefined) return cached;
    let table: ChoiceTable | undefined;
    for (const sha256 of hashes) {
      const bytes = await this.readUnlessDeleted(sha256);
      if (bytes === undefined) continue;
      const former = await readChoiceFile(source, languages, bytes);
      // One after the other: each may have 100,000 choices.
      table = table === undefined ? former : joinTables(table, former);
    }
    if (table !== undefined) this.cache.set(cacheKey, table);
    return table;
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

function hashesOf(
  files: readonly Pick<AssetFileRow, 'name' | 'sha256' | 'byteSize'>[],
  source: ChoiceSource,
): Buffer[] {
  return files.flatMap(({ name, sha256, byteSize }) =>
    name === source.file && sha256 !== null && Number(byteSize) <= MAX_FILE_BYTES ? [sha256] : [],
  );
}
