import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { TooManyError } from '../domain/errors';
import { onClosed } from '../http/on-closed';
import { callerOf } from './caller';

/** Of one caller: more than any browser asks for at once, and few enough that nobody fills the process with answers. */
export const MOST_STREAMS = 48;
const RETRY_AFTER_SECONDS = 2;

/** Answers that are streamed and not yet taken, by caller. */
@Injectable()
export class StreamsInFlight {
  private readonly byCaller = new Map<string, number>();

  /**
   * Counts an answer that is about to be streamed until it is taken, or nobody waits for it any more.
   * @throws TooManyError when the caller has too many others to take first
   */
  open(response: Response): void {
    const caller = callerOf(response.req);
    const others = this.byCaller.get(caller) ?? 0;
    if (others >= MOST_STREAMS) {
      throw new TooManyError(
        'Read the answers that are under way first, and then ask again.',
        RETRY_AFTER_SECONDS,
      );
    }
    this.byCaller.set(caller, others + 1);
    onClosed(response, () => this.close(caller));
  }

  private close(caller: string): void {
    const others = this.byCaller.get(caller)! - 1;
    if (others === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, others);
  }
}
