import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import {
  type SubmissionChange,
  type SubmissionListener,
  SubmissionListeners,
} from '../../events/submission-listener.port';
import { HookDeliveryQuery, NOTE_DELIVERIES } from './hook-delivery.query';
import { HookRepository } from './hook.repository';

/** Writes down what is to be sent on, in the transaction that stores the submission. */
@Injectable()
export class HookListenerService implements SubmissionListener, OnModuleInit {
  readonly noteFunction = NOTE_DELIVERIES;

  constructor(
    private readonly listeners: SubmissionListeners,
    private readonly hooks: HookRepository,
    private readonly deliveries: HookDeliveryQuery,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.listeners.add(this);
  }

  listensTo(assetId: number): Promise<boolean> {
    return this.hooks.existsFor(assetId);
  }

  async hear(transaction: Transaction, { kind, assetId, submissionIds }: SubmissionChange): Promise<void> {
    // What is gone can't be sent.
    if (kind === 'went') return;
    await this.deliveries.insert(transaction, assetId, {
      cause: kind,
      submissionIds,
      now: this.clock.now(),
    });
  }
}
