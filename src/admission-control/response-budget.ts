import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../domain/errors';
import { CallerQueue, type OnDisconnect } from './caller-queue';

const MEGABYTE = 1024 * 1024;

export interface BudgetLimits {
  /** Memory of all admitted responses of the process, in bytes. */
  readonly processBytes: number;
  /** Memory of the responses of one caller; what costs more is charged this much. */
  readonly callerBytes: number;
  /** Responses of less memory are neither charged nor queued. */
  readonly freeBytes: number;
  readonly queueTimeoutMs: number;
  readonly maxQueued: number;
}

/** Together with threads and other requests less than 400 MB (decision 65). */
export const RESPONSE_LIMITS: BudgetLimits = {
  processBytes: 256 * MEGABYTE,
  // One caller never takes everything: two large responses of different callers run side by side.
  callerBytes: 128 * MEGABYTE,
  freeBytes: MEGABYTE,
  queueTimeoutMs: 10_000,
  maxQueued: 96,
};
const RETRY_AFTER_SECONDS = 10;

const overloaded = (): Error =>
  new UnavailableError('Too many large downloads are running. Retry in 10 s.', RETRY_AFTER_SECONDS);

/**
 * Admits responses by the memory that they take (weighted semaphore), with a share for each caller. Excess ones queue,
 * round-robin by caller; those that wait too long, or find the queue full, get 503.
 */
@Injectable()
export class ResponseBudget {
  private readonly queue: CallerQueue;
  private readonly byCaller = new Map<string, number>();
  private charged = 0;

  constructor(private readonly limits: BudgetLimits = RESPONSE_LIMITS) {
    const { queueTimeoutMs, maxQueued } = limits;
    this.queue = new CallerQueue({ queueTimeoutMs, maxQueued, overloaded });
  }

  /** Memory charged at present, in bytes. */
  get chargedBytes(): number {
    return this.charged;
  }

  /**
   * Waits until the memory is free.
   * @param bytes estimated memory of the response
   * @returns gives the memory back; call it once
   * @throws UnavailableError after the queue timeout; RequestAbortedError when the client disconnects
   */
  async acquire(caller: string, bytes: number, onDisconnect: OnDisconnect): Promise<() => void> {
    if (bytes < this.limits.freeBytes) return () => undefined;
    const cost = Math.min(bytes, this.limits.callerBytes);
    // May overtake queued ones: they do not fit at present.
    if (this.fits(caller, cost)) this.charge(caller, cost);
    else await this.queue.wait(caller, onDisconnect, cost);
    return () => {
      this.charge(caller, -cost);
      this.startQueued();
    };
  }

  private startQueued(): void {
    for (;;) {
      const started = this.queue.startNext((caller, cost) => this.fits(caller, cost));
      if (started === undefined) return;
      this.charge(started.caller, started.cost);
    }
  }

  private fits(caller: string, cost: number): boolean {
    const own = this.byCaller.get(caller) ?? 0;
    return own + cost <= this.limits.callerBytes && this.charged + cost <= this.limits.processBytes;
  }

  private charge(caller: string, bytes: number): void {
    this.charged += bytes;
    const own = (this.byCaller.get(caller) ?? 0) + bytes;
    if (own === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, own);
  }
}
