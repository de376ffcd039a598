import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { HookDeliveryEntity } from '../../database/entities/hook-delivery.entity';
import type { HookEntity } from '../../database/entities/hook.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { DeliveryOutcome } from '../../domain/hook/delivery-outcome';
import type { Page, PageWindow } from '../../domain/page';
import { JobQueue } from '../../jobs/job-queue.port';
import { HookDeliveryQuery } from './hook-delivery.query';
import { HELD_MS, HookDeliveryService } from './hook-delivery.service';
import { DELIVER_NOW } from './hook-dispatch.service';
import { HookLogRepository, type LogFilter } from './hook-log.repository';
import { HookRepository } from './hook.repository';
import type { HookAccess } from './hook.service';

/** What was sent, as clients see it. */
export type HookLog = Readonly<
  Pick<
    HookDeliveryEntity,
    'uid' | 'submissionId' | 'tries' | 'status' | 'statusCode' | 'message' | 'cause' | 'dateModified'
  >
>;

export type { LogFilter };

/** Somebody asks for another try soon after the last: it may still be under way (contract-data 8.1). */
const TOO_EARLY_MS = 120_000;
const BUSY = 'Data is being or has already been processed';
/** A retry that somebody waits for is theirs to the end: it does not stop with the process. */
const UNSTOPPED = new AbortController().signal;

/** The log of a hook, and second chances. */
@Injectable()
export class HookLogService {
  constructor(
    private readonly hooks: HookRepository,
    private readonly logs: HookLogRepository,
    private readonly deliveries: HookDeliveryQuery,
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
    const log = await this.logs.find(id, uid);
    if (log === null) throw new NotFoundError();
    return log;
  }

  /**
   * Tries one again, while the caller waits.
   * @throws InvalidError for one that has not failed, or only just
   */
  async retry(access: HookAccess, hookUid: string, uid: string): Promise<DeliveryOutcome> {
    const hook = await this.find(access, hookUid);
    if ((await this.logs.find(hook.id, uid)) === null) throw new NotFoundError();
    const now = this.clock.now();
    const at = (ms: number): Date => new Date(now.getTime() + ms);
    const held = hook.active
      ? await this.deliveries.takeFailed(hook.id, uid, {
          now,
          until: at(HELD_MS),
          before: at(-TOO_EARLY_MS),
        })
      : undefined;
    const outcome = held && (await this.delivery.carryOut(held, UNSTOPPED));
    if (outcome === undefined) throw new InvalidError(BUSY, { status_code: null });
    return outcome;
  }

  /**
   * Asks for all that failed to be tried again. @returns their uids
   * @throws InvalidError for a hook that is switched off
   */
  async retryAll(access: HookAccess, hookUid: string): Promise<string[]> {
    const hook = await this.find(access, hookUid);
    if (!hook.active) throw new InvalidError('Cannot retry on disabled hooks');
    return this.unitOfWork.run(async (transaction) => {
      const uids = await this.deliveries.retryFailed(transaction, hook.id, this.clock.now());
      if (uids.length > 0) await this.queue.enqueue(transaction, { name: DELIVER_NOW, subject: hook.uid });
      return uids;
    });
  }

  private async find({ assetId }: HookAccess, uid: string): Promise<HookEntity> {
    const hook = await this.hooks.find(assetId, uid);
    if (hook === null) throw new NotFoundError();
    return hook;
  }
}
