import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { DomainError } from '../../domain/errors';
import { type DeliveryOutcome, deliveryOutcome, type TryResult } from '../../domain/hook/delivery-outcome';
import { Sender, SendError } from '../../outbound-http/sender.port';
import { DeliveryBounds } from './delivery-bounds';
import { type HeldDelivery, HookDeliveryQuery } from './hook-delivery.query';
import { HookMessageService } from './hook-message.service';
import { HookRepository } from './hook.repository';

/** Whoever is silent for so long after taking a delivery is dead. */
export const HELD_MS = 60_000;

const GONE = 'The submission is not there any more, or its owner can not read it.';
const BROKEN = 'Something went wrong on the server; try again later.';

/** Tries deliveries, one at a time. */
@Injectable()
export class HookDeliveryService {
  private readonly logger = new Logger('hooks');

  constructor(
    private readonly hooks: HookRepository,
    private readonly deliveries: HookDeliveryQuery,
    private readonly messages: HookMessageService,
    private readonly sender: Sender,
    private readonly bounds: DeliveryBounds,
    private readonly clock: Clock,
  ) {}

  /**
   * Tries a delivery that was taken on, and keeps what came of it.
   * @param stopping gives it back untried; undefined is answered then, and when its hook is gone
   */
  async carryOut(delivery: HeldDelivery, stopping: AbortSignal): Promise<DeliveryOutcome | undefined> {
    const result = await this.attempt(delivery, stopping);
    const now = this.clock.now();
    if (result === undefined) {
      await this.deliveries.giveBack(delivery, now);
      return undefined;
    }
    const outcome = deliveryOutcome(result, delivery.tries);
    await this.deliveries.settle(delivery, outcome, now);
    return outcome;
  }

  private async attempt(delivery: HeldDelivery, stopping: AbortSignal): Promise<TryResult | undefined> {
    try {
      const found = await this.hooks.findWithAsset(delivery.hookId);
      if (found === undefined) return undefined;
      const message = await this.messages.make(delivery, found);
      const answer = await this.sender.post(message, {
        withinMs: this.bounds.withinMs,
        signal: stopping,
      });
      return { kind: 'answered', ...answer };
    } catch (error) {
      if (stopping.aborted) return undefined;
      if (error instanceof SendError) {
        return { kind: error.isSilence ? 'silent' : 'unreached', message: error.message };
      }
      if (error instanceof DomainError) return { kind: 'unreached', message: GONE };
      this.logger.error(error, `delivery ${delivery.uid}`);
      return { kind: 'unreached', message: BROKEN };
    }
  }
}
