import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { HookDeliveryEntity } from '../../database/entities/hook-delivery.entity';
import type { Page, PageWindow } from '../../domain/page';

/** Which deliveries a log shows. */
export interface LogFilter {
  /** A number of `DELIVERY_STATUS`. */
  readonly status?: number | undefined;
  /** From this moment on. */
  readonly startDate?: Date | undefined;
  /** Before this moment. */
  readonly endDate?: Date | undefined;
}

/** How many deliveries of a hook have each status. */
export type StatusCounts = ReadonlyMap<number, number>;

/** What was sent, and what came of it. */
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
    const query = this.of(hookId);
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

  /** By the number of the hook; a hook that never sent anything has no entry. */
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

  private of(hookId: number): SelectQueryBuilder<HookDeliveryEntity> {
    return this.deliveries.createQueryBuilder('delivery').where('delivery.hookId = :hookId', { hookId });
  }
}
