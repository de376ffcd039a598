import { Injectable } from '@nestjs/common';
import type { Response, Request } from 'express';
import { TooManyRequestsError } from '../domain/errors';
import { actorOf } from '../authorization/request-actor';
import { onClosed } from '../http/disconnect';
import { addressBlock } from '../domain/account/sign-in-limit';

/** More than a browser requests at once, and too few to exhaust the memory of the process. */
export const MAX_STREAMS_PER_CALLER = 48;
const RETRY_AFTER_SECONDS = 2;

/** Limits open streamed responses per caller (rate limit, 429); refuses excess ones instead of queueing them. */
@Injectable()
export class StreamsInFlight {
  private readonly byCaller = new Map<string, number>();

  /**
   * Counts a response until its connection closes or it is fully sent.
   * @throws TooManyRequestsError when the caller has too many open streams
   */
  open(response: Response): void {
    const caller = callerOf(response.req);
    const others = this.byCaller.get(caller) ?? 0;
    if (others >= MAX_STREAMS_PER_CALLER) {
      throw new TooManyRequestsError(
        'Too many responses are being sent to you. Read them to the end, then retry in 2 s.',
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

/** Fairness key: user id, or client network if anonymous. */
export function callerOf(request: Request): string {
  const actor = actorOf(request);
  return actor.kind === 'user' ? `user ${actor.id}` : addressBlock(request.ip);
}
