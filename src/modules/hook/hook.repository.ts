import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder, DataSource } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { HookEntity, HookDeliveryEntity } from '../../database/entities/hook.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Page, PageWindow } from '../../domain/page';
import { publishCall } from '../../database/query/submission-sql';
import { DELIVERY_STATUS, type DeliveryCause } from '../../domain/hook/hook-rules';
import type { DeliveryOutcome } from '../../domain/hook/delivery';

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

export interface LogFilter {
  readonly status?: number | undefined;
  /** Inclusive. */
  readonly startDate?: Date | undefined;
  /** Exclusive. */
  readonly endDate?: Date | undefined;
}

export type StatusCounts = ReadonlyMap<number, number>;

@Injectable()
export class HookLogRepository {
  constructor(
    @InjectRepository(HookDeliveryEntity) private readonly deliveries: Repository<HookDeliveryEntity>,
  ) {}

  /** Newest first. */
  async list(
    hookId: number,
    { status, startDate, endDate }: LogFilter,
    { limit, start }: PageWindow,
  ): Promise<Page<HookDeliveryEntity>> {
    const query = this.queryFor(hookId);
    if (status !== undefined) query.andWhere('delivery.status = :status', { status });
    if (startDate !== undefined) query.andWhere('delivery.dateModified >= :startDate', { startDate });
    if (endDate !== undefined) query.andWhere('delivery.dateModified < :endDate', { endDate });
    const [items, count] = await query
      .orderBy('delivery.id', 'DESC')
      .limit(limit)
      .offset(start)
      .getManyAndCount();
    return { count, items };
  }

  find(hookId: number, uid: string): Promise<HookDeliveryEntity | null> {
    return this.deliveries.findOneBy({ hookId, uid });
  }

  /** Counts by hook id; hooks without deliveries have no entry. */
  async counts(hookIds: readonly number[]): Promise<ReadonlyMap<number, StatusCounts>> {
    const rows = await this.deliveries
      .createQueryBuilder('delivery')
      .select('delivery.hookId', 'hookId')
      .addSelect('delivery.status', 'status')
      .addSelect('count(*)::int', 'count')
      .where('delivery.hookId = ANY(:hookIds)', { hookIds })
      .groupBy('delivery.hookId')
      .addGroupBy('delivery.status')
      .getRawMany<{ hookId: number; status: number; count: number }>();
    const byHook = new Map<number, Map<number, number>>();
    for (const { hookId, status, count } of rows) {
      const counts = byHook.get(hookId) ?? new Map<number, number>();
      byHook.set(hookId, counts.set(status, count));
    }
    return byHook;
  }

  private queryFor(hookId: number): SelectQueryBuilder<HookDeliveryEntity> {
    return this.deliveries.createQueryBuilder('delivery').where('delivery.hookId = :hookId', { hookId });
  }
}

export interface ClaimedDelivery {
  readonly uid: string;
  readonly hookId: number;
  readonly submissionId: number;
  readonly cause: DeliveryCause;
  /** Attempts, including the claimed one. */
  readonly tries: number;
}

const INSERT = `SELECT ${publishCall('note_deliveries', { asset: '$1', submissions: '$2', kind: '$3', moment: '$4' })}`;

const { failed, pending, processing } = DELIVERY_STATUS;
const OPEN = `status IN (${pending}, ${processing})`;

const CLAIMED_COLUMNS = `d.uid, d.hook_id AS "hookId", d.submission_id AS "submissionId", d.cause, d.tries`;

/**
 * Queue of deliveries. A claim is a lease: when it expires, another process claims the delivery, which increments
 * `tries`. The outcome of the former claim is then ignored. `failed` is a dead letter: retried only on request.
 */
@Injectable()
export class HookDeliveryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts a delivery for each active hook that is subscribed to `cause`. */
  async insert(
    transaction: Transaction,
    assetId: number,
    { cause, submissionIds, now }: { cause: DeliveryCause; submissionIds: readonly number[]; now: Date },
  ): Promise<void> {
    await managerOf(transaction).query(INSERT, [assetId, submissionIds, cause, now]);
  }

  /**
   * Claims due deliveries, oldest first, up to `limit` in total and `maxPerHook` per hook.
   * @param busyHookIds hooks to skip
   */
  async claimDue(
    { maxPerHook, limit, busyHookIds }: { maxPerHook: number; limit: number; busyHookIds: readonly number[] },
    { now, until }: { now: Date; until: Date },
  ): Promise<ClaimedDelivery[]> {
    // Loose index scan over hooks with open deliveries: the cost does not depend on their number per hook.
    const [rows] = await this.dataSource.query<[ClaimedDelivery[], number]>(
      `WITH RECURSIVE waiting AS (
         (SELECT hook_id FROM hook_delivery WHERE ${OPEN} ORDER BY hook_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.hook_id FROM hook_delivery d
                  WHERE ${OPEN} AND d.hook_id > waiting.hook_id ORDER BY d.hook_id LIMIT 1)
           FROM waiting WHERE waiting.hook_id IS NOT NULL
       ), due AS MATERIALIZED (
         SELECT first.uid
           FROM waiting JOIN hook ON hook.id = waiting.hook_id AND hook.active AND hook.id <> ALL($5::int[])
          CROSS JOIN LATERAL (
            SELECT uid, id, date_due FROM hook_delivery
             WHERE hook_id = hook.id AND ${OPEN} AND date_due <= $1
             ORDER BY date_due, id LIMIT $3 FOR UPDATE SKIP LOCKED) AS first
          ORDER BY first.date_due, first.id LIMIT $4
       )
       UPDATE hook_delivery d
          SET status = ${processing}, tries = d.tries + 1, date_due = $2, date_modified = $1
         FROM due WHERE d.uid = due.uid RETURNING ${CLAIMED_COLUMNS}`,
      [now, until, maxPerHook, limit, busyHookIds],
    );
    return rows;
  }

  /** Claims a failed delivery last modified before `before`; undefined if it is not claimable. */
  async claimFailed(
    hookId: number,
    uid: string,
    { now, until, before }: { now: Date; until: Date; before: Date },
  ): Promise<ClaimedDelivery | undefined> {
    const [rows] = await this.dataSource.query<[ClaimedDelivery[], number]>(
      `UPDATE hook_delivery d
          SET status = ${processing}, tries = d.tries + 1, date_due = $4, date_modified = $3
        WHERE d.hook_id = $1 AND d.uid = $2 AND d.status = ${failed} AND d.date_modified <= $5 RETURNING ${CLAIMED_COLUMNS}`,
      [hookId, uid, now, until, before],
    );
    return rows[0];
  }

  /** Stores the outcome of an attempt unless the claim has expired. */
  async recordOutcome({ uid, tries }: ClaimedDelivery, outcome: DeliveryOutcome, now: Date): Promise<void> {
    const due = new Date(now.getTime() + (outcome.retryInMs ?? 0));
    await this.dataSource.query(
      `UPDATE hook_delivery SET status = $3, status_code = $4, message = $5, date_due = $6, date_modified = $7
        WHERE uid = $1 AND tries = $2 AND status = ${processing}`,
      [uid, tries, DELIVERY_STATUS[outcome.status], outcome.statusCode, outcome.message, due, now],
    );
  }

  /** Releases a claimed delivery without counting the attempt. */
  async release({ uid, tries }: ClaimedDelivery, now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE hook_delivery SET status = ${pending}, tries = tries - 1, date_due = $3
        WHERE uid = $1 AND tries = $2 AND status = ${processing}`,
      [uid, tries, now],
    );
  }

  /** Deletes up to `limit` deliveries that ended before a time. @returns the number deleted */
  async deleteEnded(before: Date, limit: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM hook_delivery WHERE uid IN (
         SELECT uid FROM hook_delivery WHERE NOT (${OPEN}) AND date_modified < $1 LIMIT $2)`,
      [before, limit],
    );
    return count;
  }

  /** Requeues all failed deliveries (dead letters). @returns their uids */
  async retryFailed(transaction: Transaction, hookId: number, now: Date): Promise<string[]> {
    const [rows]: [{ uid: string }[], number] = await managerOf(transaction).query(
      `UPDATE hook_delivery SET status = ${pending}, date_due = $2, date_modified = $2
        WHERE hook_id = $1 AND status = ${failed} RETURNING uid`,
      [hookId, now],
    );
    return rows.map(({ uid }) => uid);
  }
}
