import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { jsonFromBytes } from '../../database/bytes-in-sql';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';

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
  constructor(@InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>) {}

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
}
