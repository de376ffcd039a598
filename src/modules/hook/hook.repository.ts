import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { HookEntity } from '../../database/entities/hook.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Page, PageWindow } from '../../domain/page';

export type NewHook = Omit<HookEntity, 'id'>;
export type HookChange = Partial<Omit<NewHook, 'uid' | 'assetId'>>;

export interface HookWithAsset {
  readonly hook: HookEntity;
  readonly assetUid: string;
  readonly ownerId: number;
}

@Injectable()
export class HookRepository {
  constructor(@InjectRepository(HookEntity) private readonly hooks: Repository<HookEntity>) {}

  /** Newest first. */
  async list(assetId: number, { limit, start }: PageWindow): Promise<Page<HookEntity>> {
    const [items, count] = await this.hooks.findAndCount({
      where: { assetId },
      order: { id: 'DESC' },
      take: limit,
      skip: start,
    });
    return { count, items };
  }

  find(assetId: number, uid: string): Promise<HookEntity | null> {
    return this.hooks.findOneBy({ assetId, uid });
  }

  /** `SELECT … FOR UPDATE` */
  lock(transaction: Transaction, assetId: number, uid: string): Promise<HookEntity | null> {
    return managerOf(transaction).findOne(HookEntity, {
      where: { assetId, uid },
      lock: { mode: 'pessimistic_write' },
    });
  }

  existsFor(assetId: number): Promise<boolean> {
    return this.hooks.existsBy({ assetId, active: true });
  }

  async findWithAsset(id: number): Promise<HookWithAsset | undefined> {
    const { entities, raw } = await this.hooks
      .createQueryBuilder('hook')
      .innerJoin(AssetEntity, 'asset', 'asset.id = hook.assetId')
      .addSelect(['asset.uid', 'asset.ownerId'])
      .where('hook.id = :id', { id })
      .getRawAndEntities<{ asset_uid: string; asset_owner_id: number }>();
    const [hook] = entities;
    if (hook === undefined) return undefined;
    return { hook, assetUid: raw[0]!.asset_uid, ownerId: raw[0]!.asset_owner_id };
  }

  async insert(transaction: Transaction, hook: NewHook): Promise<void> {
    await managerOf(transaction).insert(HookEntity, hook);
    invalidateOnCommit(transaction, 'asset', hook.assetId);
  }

  async update(transaction: Transaction, { id, assetId }: HookEntity, change: HookChange): Promise<void> {
    await managerOf(transaction).update(HookEntity, { id }, change);
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  /** @returns false if it does not exist */
  async remove(transaction: Transaction, { id, assetId }: HookEntity): Promise<boolean> {
    invalidateOnCommit(transaction, 'asset', assetId);
    return (await managerOf(transaction).delete(HookEntity, { id })).affected === 1;
  }
}
