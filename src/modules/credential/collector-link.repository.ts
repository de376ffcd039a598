import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { CollectorLinkEntity } from '../../database/entities/collector-link.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type NewCollectorLink = Omit<CollectorLinkEntity, 'id'>;
export type CollectorLink = Omit<NewCollectorLink, 'keyHash'>;

@Injectable()
export class CollectorLinkRepository {
  constructor(
    @InjectRepository(CollectorLinkEntity) private readonly links: Repository<CollectorLinkEntity>,
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
  ) {}

  /** Newest first. */
  async list(
    assetId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[CollectorLink[], number]> {
    return this.links.findAndCount({ where: { assetId }, order: { id: 'DESC' }, take: limit, skip: start });
  }

  count(assetId: number): Promise<number> {
    return this.links.countBy({ assetId });
  }

  async insert(transaction: Transaction, link: NewCollectorLink): Promise<void> {
    await managerOf(transaction).insert(CollectorLinkEntity, link);
  }

  /** @returns false when the asset has no such link */
  async delete(transaction: Transaction, assetId: number, uid: string): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(CollectorLinkEntity, { assetId, uid });
    return (affected ?? 0) > 0;
  }

  /** Undefined for an unknown key or a deleted asset. */
  async findAssetUid(keyHash: Buffer): Promise<string | undefined> {
    const link = await this.links.findOne({ select: { assetId: true }, where: { keyHash } });
    if (link === null) return undefined;
    const asset = await this.assets.findOne({
      select: { uid: true },
      where: { id: link.assetId, dateDeleted: IsNull() },
    });
    return asset?.uid;
  }
}
