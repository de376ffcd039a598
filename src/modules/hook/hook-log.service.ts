import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { HookDeliveryEntity, HookEntity } from '../../database/entities/hook.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import type { DeliveryOutcome } from '../../domain/hook/delivery';
import type { Page, PageWindow } from '../../domain/page';
import { JobQueue } from '../../jobs/job-queue.port';
import { HookDeliveryRepository, HookLogRepository, type LogFilter, HookRepository } from './hook.repository';
import { CLAIM_TTL_MS, HookDeliveryService } from './hook-delivery.service';
import { DISPATCH_JOB } from './hook-dispatch.service';
import type { HookAccess } from './hook.service';

export type HookLog = Readonly<
  Pick<
    HookDeliveryEntity,
    'uid' | 'submissionId' | 'tries' | 'status' | 'statusCode' | 'message' | 'cause' | 'dateModified'
  >
>;

export type { LogFilter };

/** An attempt may still be in flight until then (contract-data 8.1). */
const MIN_RETRY_INTERVAL_MS = 120_000;
const NOT_RETRYABLE = 'Data is being or has already been processed';
/** Shutdown waits for a retry that a client waits for. */
const NEVER_ABORTED = new AbortController().signal;

@Injectable()
export class HookLogService {
  constructor(
    private readonly hooks: HookRepository,
    private readonly logs: HookLogRepository,
    private readonly deliveries: HookDeliveryRepository,
    private readonly delivery: HookDeliveryService,
    private readonly queue: JobQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list(
    access: HookAccess,
    hookUid: string,
    filter: LogFilter,
    window: PageWindow,
  ): Promise<Page<HookLog>> {
    const { id } = await this.find(access, hookUid);
    return this.logs.list(id, filter, window);
  }

  async show(access: HookAccess, hookUid: string, uid: string): Promise<HookLog> {
    const { id } = await this.find(access, hookUid);
    return orNotFound(await this.logs.find(id, uid));
  }

  /**
   * Retries a delivery and waits for the outcome.
   * @throws InvalidError unless it failed at least two minutes ago
   */
  async retry(access: HookAccess, hookUid: string, uid: string): Promise<DeliveryOutcome> {
    const hook = await this.find(access, hookUid);
    if ((await this.logs.find(hook.id, uid)) === null) throw new NotFoundError();
    const now = this.clock.now();
    const at = (ms: number): Date => new Date(now.getTime() + ms);
    const claimed = hook.active
      ? await this.deliveries.claimFailed(hook.id, uid, {
          now,
          until: at(CLAIM_TTL_MS),
          before: at(-MIN_RETRY_INTERVAL_MS),
        })
      : undefined;
    const outcome = claimed && (await this.delivery.deliver(claimed, NEVER_ABORTED));
    if (outcome === undefined) throw new InvalidError(NOT_RETRYABLE, { status_code: null });
    return outcome;
  }

  /**
   * Enqueues all failed deliveries.
   * @returns their uids
   * @throws InvalidError for an inactive hook
   */
  async retryAll(access: HookAccess, hookUid: string): Promise<string[]> {
    const hook = await this.find(access, hookUid);
    if (!hook.active) throw new InvalidError('Cannot retry on disabled hooks');
    return this.unitOfWork.run(async (transaction) => {
      const uids = await this.deliveries.retryFailed(transaction, hook.id, this.clock.now());
      if (uids.length > 0) await this.queue.enqueue(transaction, { name: DISPATCH_JOB, subject: hook.uid });
      return uids;
    });
  }

  private async find({ assetId }: HookAccess, uid: string): Promise<HookEntity> {
    return orNotFound(await this.hooks.find(assetId, uid));
  }
}
