import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import {
  type SubmissionChange,
  type SubmissionSubscriber,
  SubmissionSubscribers,
} from '../../events/submission-subscriber.port';
import { HookDeliveryRepository, HookRepository } from './hook.repository';

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
