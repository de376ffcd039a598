import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { UserActor } from '../../domain/account/actor';
import type { Page, PageWindow } from '../../domain/page';
import { wireDay } from '../../domain/text/wire-date';
import { type UsagePeriod, usagePeriodAt } from '../../domain/quota';
import { orNotFound } from '../../domain/errors';
import { AccountService } from '../account/account.service';
import { OrganizationService } from '../account/organization/organization.service';
import { QuotaService, type UserQuota, type UserQuotas } from '../account/quota/quota.service';
import { type AssetUsage, type TotalUsage, UsageRepository } from './usage.repository';

export type { AssetUsage, UserQuota };

export interface ServiceUsage extends TotalUsage {
  readonly period: UsagePeriod;
  readonly at: Date;
  /** Limits of the user; undefined if there are none. */
  readonly quotas: UserQuotas | undefined;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly organizations: OrganizationService,
    private readonly accounts: AccountService,
    private readonly quotas: QuotaService,
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

  /** @throws NotFoundError as `OrganizationService.show` */
  async listByAssetOf(actor: UserActor, organization: string, window: PageWindow): Promise<Page<AssetUsage>> {
    await this.organizations.show(actor, organization);
    return this.listByAsset(actor, window);
  }

  /** @throws NotFoundError as `OrganizationService.show` */
  async totalOf(actor: UserActor, organization: string): Promise<ServiceUsage> {
    await this.organizations.show(actor, organization);
    return this.total(actor);
  }

  /** @throws NotFoundError for an unknown user */
  async totalOfUser(username: string): Promise<ServiceUsage> {
    const user = orNotFound(await this.accounts.findByUsername(username));
    return this.total(user);
  }

  async total({ id }: Pick<UserActor, 'id'>): Promise<ServiceUsage> {
    const at = this.clock.now();
    const period = usagePeriodAt(at);
    const [total, quotas] = await Promise.all([
      this.usage.total(id, wireDay(period.start)),
      this.quotas.ofUser(id),
    ]);
    return { ...total, period, at, quotas };
  }
}
