import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOneOptions, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** One save of an asset's name and content. */
export type AssetVersion = Pick<AssetVersionEntity, 'id' | 'uid' | 'name' | 'contentHash' | 'deployed'>;

@Injectable()
export class VersionRepository {
  constructor(
    @InjectRepository(AssetVersionEntity) private readonly versions: Repository<AssetVersionEntity>,
  ) {}

  find(assetId: number, uid: string): Promise<AssetVersion | null> {
    return this.versions.findOneBy({ assetId, uid });
  }

  /** Null for an asset that never had one. */
  newest(assetId: number): Promise<AssetVersion | null> {
    return this.versions.findOne(newestOf(assetId));
  }

  /** As the transaction has left it. */
  newestIn(transaction: Transaction, assetId: number): Promise<AssetVersion | null> {
    return managerOf(transaction).findOne(AssetVersionEntity, newestOf(assetId));
  }

  /** Keeps the content that the asset has now as a version. */
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

  /** Marks a version deployed; its date moves only when the mark does (contract-xlsform 2.7). */
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

  /** As the transaction has left it. */
  countDeployedIn(transaction: Transaction, assetId: number): Promise<number> {
    return managerOf(transaction).countBy(AssetVersionEntity, { assetId, deployed: true });
  }
}

function newestOf(assetId: number): FindOneOptions<AssetVersionEntity> {
  return { where: { assetId }, order: { id: 'DESC' } };
}
