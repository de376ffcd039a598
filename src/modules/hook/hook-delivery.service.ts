import { Injectable, type OnModuleInit, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import {
  type SubmissionChange,
  type SubmissionSubscriber,
  SubmissionSubscribers,
} from '../../events/subscribers.port';
import { HookDeliveryRepository, HookRepository, type ClaimedDelivery } from './hook.repository';
import { DomainError } from '../../domain/errors';
import { type DeliveryOutcome, deliveryOutcome, type AttemptResult } from '../../domain/hook/delivery';
import { Sender, SendError } from '../../outbound-http/sender';
import { HookMessageService } from './hook-message.service';

/** Inserts deliveries in the transaction that stores the submission (transactional outbox). */
@Injectable()
export class HookSubscriberService implements SubmissionSubscriber, OnModuleInit {
  readonly publishFunction = 'note_deliveries';

  constructor(
    private readonly subscribers: SubmissionSubscribers,
    private readonly hooks: HookRepository,
    private readonly deliveries: HookDeliveryRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.subscribers.add(this);
  }

  isSubscribedTo(assetId: number): Promise<boolean> {
    return this.hooks.existsFor(assetId);
  }

  async handle(transaction: Transaction, { kind, assetId, submissionIds }: SubmissionChange): Promise<void> {
    if (kind === 'deleted') return;
    await this.deliveries.insert(transaction, assetId, {
      cause: kind,
      submissionIds,
      now: this.clock.now(),
    });
  }
}

export class DeliveryOptions {
  /** Timeout from name resolution to the last byte of the response. */
  timeoutMs = 30_000;
}

/** Lease of a claim; longer than the timeout of an attempt. */
export const CLAIM_TTL_MS = 60_000;

const SUBMISSION_UNAVAILABLE = 'The submission was deleted, or the project owner may no longer view it.';
const INTERNAL_ERROR = 'An internal error occurred. Retry later.';

@Injectable()
export class HookDeliveryService {
  private readonly logger = new Logger('hooks');

  constructor(
    private readonly hooks: HookRepository,
    private readonly deliveries: HookDeliveryRepository,
    private readonly messages: HookMessageService,
    private readonly sender: Sender,
    private readonly options: DeliveryOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Attempts a claimed delivery and stores the outcome.
   * @param stopping releases the delivery
   * @returns undefined if it was released or its hook was deleted
   */
  async deliver(delivery: ClaimedDelivery, stopping: AbortSignal): Promise<DeliveryOutcome | undefined> {
    const result = await this.attempt(delivery, stopping);
    const now = this.clock.now();
    if (result === undefined) {
      await this.deliveries.release(delivery, now);
      return undefined;
    }
    const outcome = deliveryOutcome(result, delivery.tries, now);
    await this.deliveries.recordOutcome(delivery, outcome, now);
    return outcome;
  }

  private async attempt(
    delivery: ClaimedDelivery,
    stopping: AbortSignal,
  ): Promise<AttemptResult | undefined> {
    try {
      const found = await this.hooks.findWithAsset(delivery.hookId);
      if (found === undefined) return undefined;
      const message = await this.messages.create(delivery, found);
      const response = await this.sender.post(message, {
        timeoutMs: this.options.timeoutMs,
        signal: stopping,
      });
      return { kind: 'response', ...response };
    } catch (error) {
      if (stopping.aborted) return undefined;
      if (error instanceof SendError) {
        return { kind: error.isTimeout ? 'timeout' : 'unreachable', message: error.message };
      }
      if (error instanceof DomainError) return { kind: 'unreachable', message: SUBMISSION_UNAVAILABLE };
      this.logger.error(error, `delivery ${delivery.uid}`);
      return { kind: 'unreachable', message: INTERNAL_ERROR };
    }
  }
}
