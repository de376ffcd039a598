import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { HookDeliveryEntity } from '../../database/entities/hook-delivery.entity';
import type { Page, PageWindow } from '../../domain/page';

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
