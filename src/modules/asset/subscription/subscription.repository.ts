import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import type { AssetType } from '../../../domain/content/content';
import { violatedConstraint } from '../../../database/constraint-violation';
import { AssetSubscriptionEntity } from '../../../database/entities/asset.entity';
import { InvalidError } from '../../../domain/errors';

export interface Subscription {
  readonly uid: string;
  readonly assetUid: string;
}

export interface DiscoverableAsset {
  readonly id: number;
  readonly assetType: AssetType;
}

/** Subscriptions of user `$1`, without deleted collections. */
const OWN = `
  FROM asset_subscription s JOIN asset a ON a.id = s.asset_id
 WHERE s.user_id = $1 AND a.date_deleted IS NULL`;

export type NewSubscription = Omit<AssetSubscriptionEntity, 'id'>;

@Injectable()
export class SubscriptionRepository {
  constructor(
    @InjectRepository(AssetSubscriptionEntity)
    private readonly subscriptions: Repository<AssetSubscriptionEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** @throws InvalidError on `asset` when the user is subscribed already */
  async insert(subscription: NewSubscription): Promise<void> {
    try {
      await this.subscriptions.insert(subscription);
    } catch (error) {
      if (violatedConstraint(error) !== 'asset_subscription_key') throw error;
      throw InvalidError.at('asset', 'You are subscribed to this collection already.');
    }
  }

  /** @returns whether the subscription existed */
  async remove(userId: number, uid: string): Promise<boolean> {
    const { affected } = await this.subscriptions.delete({ userId, uid });
    return affected === 1;
  }

  /** Undefined unless AnonymousUser holds discover_asset. */
  async findDiscoverable(uid: string, anonymousUserId: number): Promise<DiscoverableAsset | undefined> {
    const rows: DiscoverableAsset[] = await this.dataSource.query(
      `SELECT a.id, a.asset_type AS "assetType"
         FROM asset a
         JOIN permission_assignment p ON p.asset_id = a.id AND p.codename = 'discover_asset'
        WHERE a.uid = $1 AND p.user_id = $2 AND a.date_deleted IS NULL`,
      [uid, anonymousUserId],
    );
    return rows[0];
  }

  async count(userId: number, assetUid: string | undefined): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count ${OWN} AND ($2::text IS NULL OR a.uid = $2)`,
      [userId, assetUid ?? null],
    );
    return rows[0]!.count;
  }

  /** Oldest first. */
  list(userId: number, assetUid: string | undefined, limit: number, start: number): Promise<Subscription[]> {
    return this.dataSource.query(
      `SELECT s.uid, a.uid AS "assetUid" ${OWN} AND ($2::text IS NULL OR a.uid = $2)
        ORDER BY s.id LIMIT $3 OFFSET $4`,
      [userId, assetUid ?? null, limit, start],
    );
  }

  async find(userId: number, uid: string): Promise<Subscription | undefined> {
    const rows: Subscription[] = await this.dataSource.query(
      `SELECT s.uid, a.uid AS "assetUid" ${OWN} AND s.uid = $2`,
      [userId, uid],
    );
    return rows[0];
  }
}
