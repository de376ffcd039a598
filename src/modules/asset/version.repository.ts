import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOneOptions, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { jsonFromBytes } from '../../database/bytes-in-sql';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type AssetVersion = Pick<AssetVersionEntity, 'id' | 'uid' | 'name' | 'contentHash' | 'deployed'>;

@Injectable()
export class VersionRepository {
  constructor(
    @InjectRepository(AssetVersionEntity) private readonly versions: Repository<AssetVersionEntity>,
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
  async insertReplica(
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
}

function newestOf(assetId: number): FindOneOptions<AssetVersionEntity> {
  return { where: { assetId }, order: { id: 'DESC' } };
}
