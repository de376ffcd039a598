import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { type FindOneOptions, Repository, DataSource } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/deployment.entity';
import { jsonFromBytes } from '../../database/query/sql-parameters';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Page, PageWindow } from '../../domain/page';

export type AssetVersion = Pick<AssetVersionEntity, 'id' | 'uid' | 'name' | 'contentHash' | 'deployed'>;

@Injectable()
export class VersionRepository {
  constructor(
    @InjectRepository(AssetVersionEntity) private readonly versions: Repository<AssetVersionEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  find(assetId: number, uid: string): Promise<AssetVersion | null> {
    return this.versions.findOneBy({ assetId, uid });
  }

  newest(assetId: number): Promise<AssetVersion | null> {
    return this.versions.findOne(newestOf(assetId));
  }

  /** Reads in the transaction. */
  newestIn(transaction: Transaction, assetId: number): Promise<AssetVersion | null> {
    return managerOf(transaction).findOne(AssetVersionEntity, newestOf(assetId));
  }

  /** Copies the current content of the asset, within the database. */
  async insert(
    transaction: Transaction,
    version: { uid: string; assetId: number; name: string; contentHash: string; dateModified: Date },
  ): Promise<void> {
    const manager = managerOf(transaction);
    const content = manager
      .createQueryBuilder(AssetEntity, 'asset')
      .select('asset.content')
      .where('asset.id = :contentOf');
    await manager
      .createQueryBuilder()
      .insert()
      .into(AssetVersionEntity)
      .values({ ...version, content: () => `(${content.getQuery()})` })
      .setParameters({ contentOf: version.assetId })
      .execute();
  }

  /** Inserts a version of another server with its own content and dates. */
  async insertMoved(
    transaction: Transaction,
    version: Omit<AssetVersionEntity, 'id' | 'content' | 'facts'>,
    content: Uint8Array,
  ): Promise<void> {
    const { values, parameters } = jsonFromBytes({ content });
    await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(AssetVersionEntity)
      .values({ ...version, ...values })
      .setParameters(parameters)
      .updateEntity(false)
      .execute();
  }

  /** Oldest first. */
  async listAll(
    assetId: number,
  ): Promise<Pick<AssetVersionEntity, 'id' | 'uid' | 'deployed' | 'dateModified'>[]> {
    const select = { id: true, uid: true, deployed: true, dateModified: true };
    return this.versions.find({ select, where: { assetId }, order: { id: 'ASC' } });
  }

  /** Marks as deployed, at a time, those of these versions that are not yet. */
  async markDeployedAt(transaction: Transaction, assetId: number, uid: string, date: Date): Promise<void> {
    await managerOf(transaction).update(
      AssetVersionEntity,
      { assetId, uid, deployed: false },
      { deployed: true, dateModified: date },
    );
  }

  /** Updates `dateModified` only on the first deployment (contract-xlsform 2.7). */
  async markDeployed(transaction: Transaction, versionId: number, now: Date): Promise<void> {
    await managerOf(transaction).update(
      AssetVersionEntity,
      { id: versionId, deployed: false },
      { deployed: true, dateModified: now },
    );
  }

  countDeployed(assetId: number): Promise<number> {
    return this.versions.countBy({ assetId, deployed: true });
  }

  /** Reads in the transaction. */
  countDeployedIn(transaction: Transaction, assetId: number): Promise<number> {
    return managerOf(transaction).countBy(AssetVersionEntity, { assetId, deployed: true });
  }

  /** Newest first. */
  async page(
    assetId: number,
    { deployed }: VersionFilter,
    { limit, start }: PageWindow,
  ): Promise<Page<VersionRow>> {
    const [[total], items] = await Promise.all([
      this.dataSource.query<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM asset_version
          WHERE asset_id = $1 AND ($2::boolean IS NULL OR deployed = $2)`,
        [assetId, deployed ?? null],
      ),
      this.dataSource.query<VersionRow[]>(
        `SELECT * FROM (${NUMBERED}) numbered
          WHERE $2::boolean IS NULL OR deployed = $2 ORDER BY id DESC LIMIT $3 OFFSET $4`,
        [assetId, deployed ?? null, limit, start],
      ),
    ]);
    return { count: total?.count ?? 0, items };
  }

  /** Undefined when the asset has no such version. */
  async findView(assetId: number, uid: string): Promise<VersionRow | undefined> {
    const rows = await this.dataSource.query<VersionRow[]>(
      `SELECT * FROM (${NUMBERED}) numbered WHERE uid = $2`,
      [assetId, uid],
    );
    return rows[0];
  }
}

function newestOf(assetId: number): FindOneOptions<AssetVersionEntity> {
  return { where: { assetId }, order: { id: 'DESC' } };
}

export interface VersionRow {
  readonly id: number;
  readonly uid: string;
  readonly contentHash: string;
  readonly deployed: boolean;
  readonly dateModified: Date;
  /** Deployed versions up to and including this one. */
  readonly deployments: number;
  /** Versions since the last deployed one; 0 for a deployed one. */
  readonly drafts: number;
}

export interface VersionFilter {
  readonly deployed?: boolean;
}

/** Numbers versions among all of the asset, before filtering. */
const NUMBERED = `
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
         v.deployments, count(*) FILTER (WHERE NOT v.deployed) OVER
           (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
    FROM (SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
            FROM asset_version WHERE asset_id = $1) v`;
