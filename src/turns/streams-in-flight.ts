import { Injectable } from '@nestjs/common';
import { TooManyError } from '../domain/errors';

/** Of one caller: more than any browser asks for at once, and few enough that nobody fills the process with answers. */
export const MOST_STREAMS = 48;
const RETRY_AFTER_SECONDS = 2;

/** Answers that are streamed and not yet taken, by caller. */
@Injectable()
export class StreamsInFlight {
  private readonly byCaller = new Map<string, number>();

  /**
   * @returns to be called when the answer is taken, or nobody waits for it any more
   * @throws TooManyError when the caller has too many others to take first
   */
  open(caller: string): () => void {
    const others = this.byCaller.get(caller) ?? 0;
    if (others >= MOST_STREAMS) {
      throw new TooManyError(
        'Read the answers that are under way first, and then ask again.',
        RETRY_AFTER_SECONDS,
      );
    }
    this.byCaller.set(caller, others + 1);
    return () => this.close(caller);
  }

  private close(caller: string): void {
    const others = this.byCaller.get(caller)! - 1;
    if (others === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, others);
  }
}
