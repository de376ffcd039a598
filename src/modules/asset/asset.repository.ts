import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { IsNull, Repository, DataSource } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { jsonFromBytes, checkedInteger } from '../../database/query/sql-parameters';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { PlainFields } from '../../domain/asset/settings-rules';
import type { AssetType } from '../../domain/content/content';
import { CopyReader } from '../../database/copy/copy-reader';
import type { DataSharing } from '../../domain/sharing/data-sharing';

export interface AssetValues extends PlainFields {
  readonly assetType: AssetType;
  readonly name: string;
  readonly summary: object;
  readonly settings: object;
}

export interface AssetBytes {
  readonly content: Uint8Array;
  readonly reportStyles: Uint8Array;
}

export interface NewAssetRow extends AssetValues {
  readonly uid: string;
  readonly ownerId: number;
  readonly createdBy: string;
  readonly now: Date;
  /** Defaults to `now`. */
  readonly dateModified?: Date;
}

export type StoredForm = Pick<AssetEntity, 'id' | 'uid' | 'name' | 'assetType'>;

@Injectable()
export class AssetRepository {
  constructor(
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
    private readonly reader: CopyReader,
  ) {}

  async insert(
    transaction: Transaction,
    { now, dateModified = now, ...asset }: NewAssetRow,
    { content, reportStyles }: AssetBytes,
  ): Promise<number> {
    const { values, parameters } = jsonFromBytes({ content, reportStyles });
    const inserted = await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(AssetEntity)
      .values({
        ...(asset as object),
        ...values,
        lastModifiedBy: asset.createdBy,
        dateCreated: now,
        dateModified,
      })
      .setParameters(parameters)
      // Skips reading back defaults: all columns are set, and some are large.
      .updateEntity(false)
      .returning(['id'])
      .execute();
    return (inserted.raw as { id: number }[])[0]!.id;
  }

  /** Excludes the content. */
  find(id: number): Promise<AssetEntity | null> {
    return this.assets.findOneBy({ id });
  }

  /** Excludes the content; deleted or not. */
  findByUid(uid: string): Promise<AssetEntity | null> {
    return this.assets.findOneBy({ uid });
  }

  /** Excludes content and deleted assets; oldest first. */
  listOwned(ownerId: number): Promise<AssetEntity[]> {
    return this.assets.find({ where: { ownerId, dateDeleted: IsNull() }, order: { id: 'ASC' } });
  }

  /** `SELECT … FOR UPDATE`, without the content; null when deleted. */
  lock(transaction: Transaction, id: number): Promise<AssetEntity | null> {
    return managerOf(transaction).findOne(AssetEntity, {
      where: { id, dateDeleted: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Reads in the transaction. */
  isDeployed(transaction: Transaction, id: number): Promise<boolean> {
    return managerOf(transaction).existsBy(DeploymentEntity, { assetId: id });
  }

  async update(
    transaction: Transaction,
    id: number,
    changes: Partial<AssetValues> & { lastModifiedBy: string; dateModified: Date },
    { content, reportStyles }: Partial<AssetBytes> = {},
  ): Promise<void> {
    const { values, parameters } = jsonFromBytes({ content, reportStyles });
    await managerOf(transaction)
      .createQueryBuilder()
      .update(AssetEntity)
      .set({ ...(changes as object), ...values })
      .where({ id })
      .setParameters(parameters)
      .execute();
    invalidateOnCommit(transaction, 'asset', id);
  }

  /** Parent collection, deleted or not; null without one. */
  async findParent(id: number): Promise<Pick<AssetEntity, 'uid' | 'dateDeleted'> | null> {
    return this.assets
      .createQueryBuilder('parent')
      .select(['parent.id', 'parent.uid', 'parent.dateDeleted'])
      .innerJoin(AssetEntity, 'child', 'child.parentId = parent.id')
      .where('child.id = :id', { id })
      .getOne();
  }

  async setParent(transaction: Transaction, id: number, parentId: number | null): Promise<void> {
    await managerOf(transaction).update(AssetEntity, { id }, { parentId });
  }

  findForm(id: number): Promise<StoredForm> {
    return this.assets.findOneOrFail({
      select: { id: true, uid: true, name: true, assetType: true },
      where: { id },
    });
  }

  async findForDeployment(
    id: number,
  ): Promise<Pick<AssetEntity, 'uid' | 'name' | 'assetType' | 'dateModified'>> {
    return this.assets.findOneByOrFail({ id });
  }

  async ofAsset(assetId: number): Promise<LargeColumns> {
    const columns = await this.reader.readFirstRow(
      `SELECT content, report_styles::text FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    const [content, reportStyles] = columns!;
    return { content: content!, reportStyles: reportStyles! };
  }

  async reportStylesOf(assetId: number): Promise<Uint8Array> {
    const columns = await this.reader.readFirstRow(
      `SELECT report_styles::text FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    return columns![0]!;
  }

  /** Languages of the form, null for the unnamed one; undefined for an asset without rows. */
  async languagesOf(assetId: number): Promise<readonly (string | null)[] | undefined> {
    const columns = await this.reader.readFirstRow(
      `SELECT coalesce(CASE WHEN json_array_length(content -> 'survey') > 0 THEN content -> 'translations' END, 'null')
         FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    const languages = JSON.parse(Buffer.from(columns![0]!).toString()) as (string | null)[] | null;
    return languages ?? undefined;
  }

  async ofVersion(versionId: number): Promise<Uint8Array> {
    const columns = await this.reader.readFirstRow(
      `SELECT content FROM asset_version WHERE id = ${checkedInteger(versionId)}`,
    );
    return columns![0]!;
  }
}

/** Large columns of an asset, as JSON in UTF-8. */
export interface LargeColumns {
  readonly content: Uint8Array;
  readonly reportStyles: Uint8Array;
}

export interface SharingAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly dataSharing: DataSharing;
}

/** Extracts paths in the database, since content may be large. */
const PATHS = `
  SELECT question ->> '$xpath' AS path
    FROM asset CROSS JOIN json_array_elements(content -> 'survey') WITH ORDINALITY AS row(question, place)
   WHERE asset.id = $1 AND question ->> '$xpath' IS NOT NULL AND question ->> 'type' !~ '^(begin|end)[_ ]'
   ORDER BY place`;

@Injectable()
export class DataSharingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async questionPaths(assetId: number): Promise<string[]> {
    return pathsOf(await this.dataSource.query(PATHS, [assetId]));
  }

  /** Like `questionPaths`, in the transaction. */
  async questionPathsIn(transaction: Transaction, assetId: number): Promise<string[]> {
    return pathsOf(await managerOf(transaction).query(PATHS, [assetId]));
  }

  async set(transaction: Transaction, id: number, sharing: DataSharing): Promise<void> {
    await managerOf(transaction).query('UPDATE asset SET data_sharing = $2 WHERE id = $1', [
      id,
      JSON.stringify(sharing),
    ]);
    invalidateOnCommit(transaction, 'asset', id);
  }

  async find(uid: string): Promise<SharingAsset | undefined> {
    const rows = await this.dataSource.query<SharingAsset[]>(
      `SELECT id, uid, name, data_sharing AS "dataSharing" FROM asset WHERE uid = $1 AND date_deleted IS NULL`,
      [uid],
    );
    return rows[0];
  }
}

function pathsOf(rows: readonly { path: string }[]): string[] {
  return rows.map(({ path }) => path);
}
