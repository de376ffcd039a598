import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AssetEntity, ExportSettingEntity } from '../../database/entities/asset.entity';
import { type ExportOwner, ExportTaskEntity } from '../../database/entities/task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { BoundedReader } from '../../database/query/bounded-reader';
import { filterSql, columnSql, type FieldReader, jsonSql } from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import type { ExportRequest } from '../../domain/export/export-request';
import type { Page, PageWindow } from '../../domain/page';
import type { ExportField } from '../../domain/query/audit-search';
import type { Filter } from '../../domain/query/mongo-expression';

export type ExportFile = Pick<ExportTaskEntity, 'fileName' | 'sha256' | 'byteSize' | 'lastSubmissionTime'>;

@Injectable()
export class ExportRepository {
  constructor(
    @InjectRepository(ExportTaskEntity) private readonly tasks: Repository<ExportTaskEntity>,
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
    private readonly reader: BoundedReader,
  ) {}

  find({ assetId, userId }: ExportOwner, uid: string): Promise<ExportTaskEntity | null> {
    return this.tasks.findOneBy({ assetId, userId, uid });
  }

  /** Unordered. */
  findMany(uids: readonly string[]): Promise<ExportTaskEntity[]> {
    return this.tasks.findBy({ uid: In([...uids]) });
  }

  findByFile({ assetId, userId }: ExportOwner, fileName: string): Promise<ExportTaskEntity | null> {
    return this.tasks.findOneBy({ assetId, userId, fileName });
  }

  async hasFile(
    transaction: Transaction,
    { assetId, userId }: ExportOwner,
    fileName: string,
  ): Promise<boolean> {
    return managerOf(transaction).withRepository(this.tasks).existsBy({ assetId, userId, fileName });
  }

  async setFile(transaction: Transaction, uid: string, file: ExportFile): Promise<void> {
    await managerOf(transaction).withRepository(this.tasks).update({ uid }, file);
  }

  /** @returns false if it does not exist */
  async remove({ assetId, userId }: ExportOwner, uid: string): Promise<boolean> {
    const { affected } = await this.tasks.delete({ assetId, userId, uid });
    return affected === 1;
  }

  /** @returns the number of deleted exports */
  async deleteEnded(userId: number, before: Date): Promise<number> {
    const ended = In(['complete', 'error'] as const);
    const { affected } = await this.tasks.delete({ userId, status: ended, dateModified: LessThan(before) });
    return affected ?? 0;
  }

  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.tasks.find({ select: { sha256: true }, where: { sha256: In([...sha256s]) } });
    return rows.flatMap(({ sha256 }) => sha256 ?? []);
  }

  async findAssetUid(assetId: number): Promise<string | undefined> {
    return (await this.assets.findOne({ select: { uid: true }, where: { id: assetId } }))?.uid;
  }

  /** Advisory lock: serialises starting and completing exports of an owner until the transaction ends. */
  async lockOwner(transaction: Transaction, { assetId, userId }: ExportOwner): Promise<void> {
    await managerOf(transaction).query('SELECT pg_advisory_xact_lock($1::int, $2::int)', [-assetId, userId]);
  }

  list(
    { assetId, userId }: ExportOwner,
    { search, oldestFirst, window }: ExportListing,
  ): Promise<Page<string>> {
    const parameters = new SqlParameters(assetId, userId, window.limit, window.start);
    const filter = search === undefined ? '' : ` AND ${filterSql(search, exportFieldSql, parameters)}`;
    return this.reader.read('rows', async (runQuery) => {
      const [found] = await runQuery<{ count: number; uids: string[] }>(
        `WITH found AS (SELECT e.id, e.uid FROM export_task e WHERE e.asset_id = $1 AND e.user_id = $2${filter}),
              page AS (SELECT * FROM found ORDER BY id ${oldestFirst ? '' : 'DESC'} LIMIT $3 OFFSET $4)
         SELECT (SELECT count(*)::int FROM found) AS count,
                (SELECT coalesce(array_agg(uid ORDER BY id ${oldestFirst ? '' : 'DESC'}), '{}') FROM page) AS uids`,
        parameters.values,
      );
      return { count: found?.count ?? 0, items: found?.uids ?? [] };
    });
  }

  /** Open duplicate, and number of open exports of the owner. */
  async findOpen(
    transaction: Transaction,
    { assetId, userId, request, origin, rowFilter }: ExportIdentity,
  ): Promise<{ readonly duplicate: string | null; readonly open: number }> {
    const [found] = await managerOf(transaction).query<{ duplicate: string | null; open: number }[]>(
      `SELECT min(uid) FILTER (WHERE request = $3::jsonb AND origin = $4 AND row_filter IS NOT DISTINCT FROM $5) AS duplicate,
              count(*)::int AS open
         FROM export_task WHERE asset_id = $1 AND user_id = $2 AND ${OPEN}`,
      [assetId, userId, JSON.stringify(request), origin, rowFilter],
    );
    return found ?? { duplicate: null, open: 0 };
  }

  /** Deletes all finished exports except the newest `keep`. */
  async deleteOld(transaction: Transaction, { assetId, userId }: ExportOwner, keep: number): Promise<void> {
    await managerOf(transaction).query(
      `DELETE FROM export_task WHERE id IN (
         SELECT id FROM export_task WHERE asset_id = $1 AND user_id = $2 AND NOT ${OPEN} ORDER BY id DESC OFFSET $3)`,
      [assetId, userId, keep],
    );
  }
}

const COLUMNS = {
  uid: columnSql('e.uid', 'text'),
  status: columnSql('e.status', 'text'),
  dateCreated: columnSql('e.date_created', 'time'),
};

const exportFieldSql: FieldReader<ExportField> = (field, parameters) =>
  field.source === 'column'
    ? COLUMNS[field.column]
    : jsonSql(() => `e.request #> ${parameters.add(field.path, 'text[]')}`);

export interface ExportListing {
  readonly search: Filter<ExportField> | undefined;
  readonly oldestFirst: boolean;
  readonly window: PageWindow;
}

/** Exports with equal values are duplicates. */
export interface ExportIdentity extends ExportOwner {
  readonly request: ExportRequest;
  readonly origin: string;
  readonly rowFilter: string | null;
}

const OPEN = `status IN ('created', 'processing')`;

@Injectable()
export class ExportSettingRepository {
  constructor(
    @InjectRepository(ExportSettingEntity) private readonly settings: Repository<ExportSettingEntity>,
  ) {}

  /** Last modified first. */
  async list(assetId: number, { limit, start }: PageWindow): Promise<Page<ExportSettingEntity>> {
    const [items, count] = await this.settings.findAndCount({
      where: { assetId },
      order: { dateModified: 'DESC', id: 'DESC' },
      take: limit,
      skip: start,
    });
    return { count, items };
  }

  find(assetId: number, uid: string): Promise<ExportSettingEntity | null> {
    return this.settings.findOneBy({ assetId, uid });
  }

  async insert(setting: Omit<ExportSettingEntity, 'id'>): Promise<void> {
    await this.settings.insert({ ...setting, request: setting.request as object });
  }

  /** @returns false when there is none */
  async update(
    assetId: number,
    uid: string,
    { request, ...change }: Partial<Pick<ExportSettingEntity, 'name' | 'request' | 'dateModified'>>,
  ): Promise<boolean> {
    const changed = { ...change, ...(request !== undefined && { request: request as object }) };
    const { affected } = await this.settings.update({ assetId, uid }, changed);
    return affected === 1;
  }

  /** @returns false when there was none */
  async remove(assetId: number, uid: string): Promise<boolean> {
    const { affected } = await this.settings.delete({ assetId, uid });
    return affected === 1;
  }
}
