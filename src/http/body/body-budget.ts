import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../domain/errors';

/** Abort signal for the readers of a body; fires at most once. */
export class BodyAbort {
  private listeners: Set<() => void> | undefined;
  private aborted = false;

  get isAborted(): boolean {
    return this.aborted;
  }

  addListener(listener: () => void): void {
    (this.listeners ??= new Set()).add(listener);
  }

  removeListener(listener: () => void): void {
    this.listeners?.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    const listeners = this.listeners ?? [];
    this.listeners = undefined;
    for (const listener of listeners) listener();
  }
}

const MEGABYTE = 1024 * 1024;
/** Memory limit for request bodies of the process; leaves heap for what is parsed from them. */
const MAX_PROCESS_BYTES = 192 * MEGABYTE;
/** Limit per address; a whole office may share one behind NAT. */
const MAX_ADDRESS_BYTES = 64 * MEGABYTE;
const RETRY_AFTER_SECONDS = 2;

export interface ByteReservation {
  /** @throws UnavailableError when the budget is exhausted */
  reserve(bytes: number): void;
  /** Returns bytes that are no longer in memory, for example written to disk. */
  release(bytes: number): void;
  /** Returns the rest, at the end of the request. Idempotent. */
  close(): void;
}

/** Limits the memory of request bodies in flight (load shedding), so that many clients cannot exhaust the heap. */
@Injectable()
export class BodyBudget {
  private held = 0;
  private readonly byAddress = new Map<string, number>();

  /** @param address client address, whose requests share its part of the budget */
  open(address: string): ByteReservation {
    let own = 0;
    const change = (bytes: number): void => {
      own += bytes;
      this.held += bytes;
      const total = (this.byAddress.get(address) ?? 0) + bytes;
      if (total === 0) this.byAddress.delete(address);
      else this.byAddress.set(address, total);
    };
    return {
      reserve: (bytes) => {
        const ofAddress = this.byAddress.get(address) ?? 0;
        if (this.held + bytes > MAX_PROCESS_BYTES || ofAddress + bytes > MAX_ADDRESS_BYTES) {
          throw new UnavailableError(
            `Too many request bodies are being received. Retry in ${RETRY_AFTER_SECONDS} s.`,
            RETRY_AFTER_SECONDS,
          );
        }
        change(bytes);
      },
      release: (bytes) => change(-Math.min(bytes, own)),
      close: () => change(-own),
    };
  }
}
