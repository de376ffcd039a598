import { RequestAbortedError } from '../domain/errors';

export interface QueueLimits {
  readonly queueTimeoutMs: number;
  readonly maxQueued: number;
  /** Creates the error for a request that waits too long, or finds the queue full. */
  readonly overloaded: () => Error;
}

/** A waiting request; only the first call of either function counts. */
interface QueuedRequest {
  readonly cost: number;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

export type OnDisconnect = (callback: () => void) => void;

/** Queues requests, round-robin by caller; each waits for a limited time. */
export class CallerQueue {
  private readonly byCaller = new Map<string, QueuedRequest[]>();
  private count = 0;

  constructor(private readonly limits: QueueLimits) {}

  get length(): number {
    return this.count;
  }

  /**
   * Waits to be started. A full queue drops the newest request of the caller with the most.
   * @param cost given to `mayStart`
   * @throws the error of the limits; RequestAbortedError when the client disconnects
   */
  wait(caller: string, onDisconnect: OnDisconnect, cost = 0): Promise<void> {
    const { queueTimeoutMs, maxQueued, overloaded } = this.limits;
    if (this.count >= maxQueued) {
      const evicted = this.newestOfBusiest(caller);
      if (evicted === undefined) return Promise.reject(overloaded());
      evicted.reject(overloaded());
    }
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        if (!this.remove(caller, request)) return;
        clearTimeout(timer);
        outcome();
      };
      const request: QueuedRequest = {
        cost,
        start: () => settle(resolve),
        reject: (reason) => settle(() => reject(reason)),
      };
      const timer = setTimeout(() => request.reject(overloaded()), queueTimeoutMs);
      const others = this.byCaller.get(caller);
      if (others === undefined) this.byCaller.set(caller, [request]);
      else others.push(request);
      this.count += 1;
      onDisconnect(() => request.reject(new RequestAbortedError()));
    });
  }

  /**
   * Starts the first request of the first caller for which `mayStart` holds.
   * @returns what was started; undefined: nothing may start
   */
  startNext(
    mayStart: (caller: string, cost: number) => boolean = () => true,
  ): { readonly caller: string; readonly cost: number } | undefined {
    for (const [caller, [first]] of this.byCaller) {
      if (!mayStart(caller, first!.cost)) continue;
      first!.start();
      // Round-robin: the caller's remaining requests move to the end of the queue.
      const others = this.byCaller.get(caller);
      this.byCaller.delete(caller);
      if (others !== undefined) this.byCaller.set(caller, others);
      return { caller, cost: first!.cost };
    }
    return undefined;
  }

  /** @returns false when the request was not queued any more */
  private remove(caller: string, request: QueuedRequest): boolean {
    const all = this.byCaller.get(caller) ?? [];
    const others = all.filter((each) => each !== request);
    if (others.length === all.length) return false;
    if (others.length > 0) this.byCaller.set(caller, others);
    else this.byCaller.delete(caller);
    this.count -= 1;
    return true;
  }

  /** The request to evict; undefined when this caller, with one more, would have the most requests. */
  private newestOfBusiest(caller: string): QueuedRequest | undefined {
    let most: readonly QueuedRequest[] = [];
    for (const each of this.byCaller.values()) if (each.length > most.length) most = each;
    const own = (this.byCaller.get(caller)?.length ?? 0) + 1;
    return most.length > own ? most.at(-1) : undefined;
  }
}
