import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../domain/errors';

const MEGABYTE = 1024 * 1024;
/** Bytes of bodies that this process holds in memory at a time: a share of its heap that leaves room for what they become. */
const PROCESS_BYTES = 192 * MEGABYTE;
/** Of these, for one address: a whole office sends its answers from behind one. */
const ADDRESS_BYTES = 64 * MEGABYTE;
const RETRY_AFTER_SECONDS = 2;

/** What one request holds of the budget. */
export interface HeldBytes {
  /** @throws UnavailableError when it is more than there is room for now */
  take(bytes: number): void;
  /** What flowed on, to the disk say, is no longer held. */
  giveBack(bytes: number): void;
  /** Gives back all that is left; once the request is over. */
  close(): void;
}

/** Bounds the bytes of request bodies in memory, so that many senders together can't end the process. */
@Injectable()
export class BodyBudget {
  private held = 0;
  private readonly byAddress = new Map<string, number>();

  /** @param address where the request comes from; requests of one address share a part of the budget */
  open(address: string): HeldBytes {
    let own = 0;
    const change = (bytes: number): void => {
      own += bytes;
      this.held += bytes;
      const left = (this.byAddress.get(address) ?? 0) + bytes;
      if (left === 0) this.byAddress.delete(address);
      else this.byAddress.set(address, left);
    };
    return {
      take: (bytes) => {
        const ofAddress = this.byAddress.get(address) ?? 0;
        if (this.held + bytes > PROCESS_BYTES || ofAddress + bytes > ADDRESS_BYTES) {
          throw new UnavailableError(
            'The service takes in as much as it can just now; send the request again in a moment.',
            RETRY_AFTER_SECONDS,
          );
        }
        change(bytes);
      },
      giveBack: (bytes) => change(-Math.min(bytes, own)),
      close: () => change(-own),
    };
  }
}
