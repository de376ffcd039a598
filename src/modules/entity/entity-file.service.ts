import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { entityCsvHeader, entityCsvRow } from '../../domain/entity/entity-csv-rows';
import { readEntityUuid } from '../../domain/entity/entity-change';
import { orNotFound } from '../../domain/errors';
import { BYTE_ORDER_MARK, type CsvDialect } from '../../domain/text/csv-line';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type EntityPresence, EntityRepository, type ReadList } from './entity.repository';

export type { EntityPresence };

export interface EntityMedia {
  readonly uid: string;
  readonly name: string;
  readonly md5: string;
  readonly entityList: 'immediate' | 'approved';
}

/** For spreadsheets; by default a file is as forms read it. */
export type EntityCsvOptions = Pick<CsvDialect, 'hasBom' | 'escapesFormulas'>;

const MAX_CACHED_HASHES = 5_000;
const BATCH_SIZE = 5_000;

/** Serves lists of entities to collectors as CSV files of the forms that read them (decision 180). */
@Injectable()
export class EntityFileService {
  /** MD5 by list, its properties and the state of its entities. */
  private readonly hashes = new LRUCache<string, Promise<string>>({ max: MAX_CACHED_HASHES });

  constructor(private readonly entities: EntityRepository) {}

  /** @param taken names of other files of the form */
  async mediaOf(
    { assetId }: AssetAccess<'add_submissions'>,
    taken: ReadonlySet<string>,
  ): Promise<EntityMedia[]> {
    const media: EntityMedia[] = [];
    for (const list of await this.entities.readBy(assetId)) {
      const name = `${list.name}.csv`;
      const entityList = list.approvalRequired ? 'approved' : 'immediate';
      if (taken.has(name)) continue;
      media.push({ uid: list.uid, name, md5: await this.md5Of(list), entityList });
    }
    return media;
  }

  /** @throws NotFoundError unless the deployed form reads the list */
  async lines({ assetId }: AssetAccess<'add_submissions'>, uid: string): Promise<AsyncIterable<string>> {
    const [list] = await this.entities.readBy(assetId, uid);
    return this.csv(orNotFound(list));
  }

  /**
   * Says which entities are deleted, for collectors that created them offline and never received them in the list. Unknown ones,
   * whose submission is still on its way, are left out.
   * @throws NotFoundError unless the deployed form reads the list
   */
  async presenceOf(
    { assetId }: AssetAccess<'add_submissions'>,
    uid: string,
    ids: readonly string[],
  ): Promise<EntityPresence[]> {
    const [list] = await this.entities.readBy(assetId, uid);
    const { id } = orNotFound(list);
    const uuids = ids.flatMap((text) => readEntityUuid(text) ?? []);
    return uuids.length === 0 ? [] : this.entities.presenceOf(id, uuids);
  }

  /** CSV of a list, in parts of many lines, without deleted entities. */
  async *csv(
    { id, properties }: Pick<ReadList, 'id' | 'properties'>,
    { hasBom, escapesFormulas }: EntityCsvOptions = { hasBom: false, escapesFormulas: false },
  ): AsyncGenerator<string> {
    yield (hasBom ? BYTE_ORDER_MARK : '') + entityCsvHeader(properties);
    let next = this.entities.rowsAfter(id, '0', BATCH_SIZE);
    for (;;) {
      const rows = await next;
      const isLast = rows.length < BATCH_SIZE;
      if (!isLast) {
        // The database reads the next rows while these are written.
        next = this.entities.rowsAfter(id, rows.at(-1)!.id, BATCH_SIZE);
        // A consumer that stops does not await it.
        next.catch(() => undefined);
      }
      if (rows.length > 0) yield rows.map((row) => entityCsvRow(properties, row, escapesFormulas)).join('');
      if (isLast) return;
    }
  }

  /** Reads the entities once for each state. */
  private async md5Of(list: ReadList): Promise<string> {
    const key = JSON.stringify([list.id, list.properties, await this.entities.stateOf(list.id)]);
    const cached = this.hashes.get(key);
    if (cached !== undefined) return cached;
    const hashing = this.hash(list);
    this.hashes.set(key, hashing);
    try {
      const md5 = await hashing;
      const state = JSON.stringify([list.id, list.properties, await this.entities.stateOf(list.id)]);
      // Rows that changed meanwhile may be in it.
      if (state !== key) this.hashes.delete(key);
      return md5;
    } catch (error) {
      this.hashes.delete(key);
      throw error;
    }
  }

  private async hash(list: ReadList): Promise<string> {
    const hash = createHash('md5');
    for await (const lines of this.csv(list)) hash.update(lines);
    return hash.digest('hex');
  }
}
