import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { UserActor } from '../../domain/account/actor';
import type { Page, PageWindow } from '../../domain/page';
import { wireDay } from '../../domain/text/wire-date';
import { type UsagePeriod, usagePeriodAt } from '../../domain/usage-period';
import { type AssetUsage, type TotalUsage, UsageQuery } from './usage.query';

export type { AssetUsage };

export interface ServiceUsage extends TotalUsage {
  readonly period: UsagePeriod;
  readonly at: Date;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageQuery,
    private readonly clock: Clock,
  ) {}

  async listByAsset({ id }: UserActor, { limit, start }: PageWindow): Promise<Page<AssetUsage>> {
    const { start: since } = usagePeriodAt(this.clock.now());
    const [count, items] = await Promise.all([
      this.usage.count(id),
      this.usage.list(id, wireDay(since), limit, start),
    ]);
    return { count, items };
  }

  async total({ id }: UserActor): Promise<ServiceUsage> {
    const at = this.clock.now();
    const period = usagePeriodAt(at);
    return { ...(await this.usage.total(id, wireDay(period.start))), period, at };
  }
}
