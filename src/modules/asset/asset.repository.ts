import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOneOptions, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';
import type { Content } from '../../domain/content/content';

/** What a save writes of an asset. */
export interface AssetValues {
  readonly assetType: AssetType;
  readonly name: string;
  readonly content: Content;
  readonly summary: object;
  readonly settings: object;
  readonly tags: readonly string[];
  readonly reportStyles: object;
  readonly reportCustom: object;
  readonly mapStyles: object;
  readonly mapCustom: object;
  readonly advancedFeatures: object;
}

export interface NewAsset extends AssetValues {
  readonly uid: string;
  readonly ownerId: number;
  readonly createdBy: string;
  readonly now: Date;
}

/** What an asset's form is rendered from. */
export type StoredForm = Pick<AssetEntity, 'uid' | 'name' | 'assetType' | 'content'>;

/** One save of an asset's name and content. */
export type AssetVersion = Pick<AssetVersionEntity, 'id' | 'uid' | 'name' | 'contentHash' | 'deployed'>;

@Injectable()
export class AssetRepository {
  constructor(
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
    @InjectRepository(AssetVersionEntity) private readonly versions: Repository<AssetVersionEntity>,
  ) {}

  async insert(transaction: Transaction, { now, ...asset }: NewAsset): Promise<number> {
    const { identifiers } = await managerOf(transaction).insert(AssetEntity, {
      ...(asset as object),
      lastModifiedBy: asset.createdBy,
      dateCreated: now,
      dateModified: now,
    });
    return (identifiers[0] as { id: number }).id;
  }

  /** The asset with its content, locked against another save until the transaction ends. */
  async lock(transaction: Transaction, id: number): Promise<AssetEntity | null> {
    return managerOf(transaction)
      .createQueryBuilder(AssetEntity, 'asset')
      .addSelect('asset.content')
      .where('asset.id = :id', { id })
      .setLock('pessimistic_write')
      .getOne();
  }

  async update(
    transaction: Transaction,
    id: number,
    values: Partial<AssetValues> & { lastModifiedBy: string; dateModified: Date },
  ): Promise<void> {
    await managerOf(transaction).update(AssetEntity, { id }, values as object);
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

  async versionContent(assetId: number, versionId: number): Promise<Content> {
    const version = await this.versions.findOneOrFail({
      select: { id: true, content: true },
      where: { assetId, id: versionId },
    });
    return version.content;
  }

  async insertVersion(
    transaction: Transaction,
    version: {
      uid: string;
      assetId: number;
      name: string;
      content: Content;
      contentHash: string;
      dateModified: Date;
    },
  ): Promise<void> {
    await managerOf(transaction).insert(AssetVersionEntity, version as object);
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

  findForm(id: number): Promise<StoredForm> {
    return this.assets.findOneOrFail({
      select: { uid: true, name: true, assetType: true, content: true },
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
