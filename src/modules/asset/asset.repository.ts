import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOneOptions, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { jsonFromBytes } from '../../database/bytes-in-sql';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';

/** What a save writes of an asset. */
export interface AssetValues {
  readonly assetType: AssetType;
  readonly name: string;
  readonly summary: object;
  readonly settings: object;
  readonly tags: readonly string[];
  readonly reportCustom: object;
  readonly mapStyles: object;
  readonly mapCustom: object;
  readonly advancedFeatures: object;
}

/** What is large of an asset, as JSON in UTF-8. */
export interface AssetBytes {
  readonly content: Uint8Array;
  readonly reportStyles: Uint8Array;
}

export interface NewAsset extends AssetValues {
  readonly uid: string;
  readonly ownerId: number;
  readonly createdBy: string;
  readonly now: Date;
}

/** What an asset's form is rendered from. */
export type StoredForm = Pick<AssetEntity, 'id' | 'uid' | 'name' | 'assetType'>;

/** One save of an asset's name and content. */
export type AssetVersion = Pick<AssetVersionEntity, 'id' | 'uid' | 'name' | 'contentHash' | 'deployed'>;

@Injectable()
export class AssetRepository {
  constructor(
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
    @InjectRepository(AssetVersionEntity) private readonly versions: Repository<AssetVersionEntity>,
  ) {}

  async insert(
    transaction: Transaction,
    { now, ...asset }: NewAsset,
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
        dateModified: now,
      })
      .setParameters(parameters)
      // All else that a default could have filled in was just written, and some of it is large.
      .updateEntity(false)
      .returning(['id'])
      .execute();
    return (inserted.raw as { id: number }[])[0]!.id;
  }

  /** The asset without its content. */
  find(id: number): Promise<AssetEntity | null> {
    return this.assets.findOneBy({ id });
  }

  /** The same, locked against another save until the transaction ends. */
  lock(transaction: Transaction, id: number): Promise<AssetEntity | null> {
    return managerOf(transaction).findOne(AssetEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
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
    touch(transaction, 'asset', id);
  }

  /** The newest version, or null for an asset that never had one. */
  newestVersion(assetId: number): Promise<AssetVersion | null> {
    return this.versions.findOne(newestOf(assetId));
  }

  /** As the transaction has left it. */
  newestVersionIn(transaction: Transaction, assetId: number): Promise<AssetVersion | null> {
    return managerOf(transaction).findOne(AssetVersionEntity, newestOf(assetId));
  }

  /** Keeps the content that the asset has now as a version. */
  async insertVersion(
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

  /** Marks a version deployed; its date moves only when the mark does (contract-xlsform 2.7). */
  async markDeployed(transaction: Transaction, versionId: number, now: Date): Promise<void> {
    await managerOf(transaction).update(
      AssetVersionEntity,
      { id: versionId, deployed: false },
      { deployed: true, dateModified: now },
    );
  }

  countDeployedVersions(assetId: number): Promise<number> {
    return this.versions.countBy({ assetId, deployed: true });
  }

  /** As the transaction has left it. */
  countDeployedVersionsIn(transaction: Transaction, assetId: number): Promise<number> {
    return managerOf(transaction).countBy(AssetVersionEntity, { assetId, deployed: true });
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
}

function newestOf(assetId: number): FindOneOptions<AssetVersionEntity> {
  return { where: { assetId }, order: { id: 'DESC' } };
}
