import { Injectable } from '@nestjs/common';
import { type Line, LINES } from '../access/served';
import { UnavailableError } from '../domain/errors';

/** Requests that are served at a time: enough to keep the database and a processor busy, few enough to end soon. */
const AT_A_TIME = 32;
/** Whoever would wait longer is better told so: with what follows it is less than any client's patience. */
const LONGEST_WAIT_MS = 1_500;
/** More could not have their turn in that time. */
const MOST_WAITING = 5_000;
const RETRY_AFTER_SECONDS = 3;

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Beyond what the process can serve at a time requests wait for their turn, the callers of a line one after the other,
 * so that one who asks a thousand times keeps nobody else waiting. Who would wait too long is turned away.
 */
@Injectable()
export class Turns {
  private served = 0;
  private waiting = 0;
  private readonly lines: Readonly<Record<Line, Map<string, Waiting[]>>> = {
    ordinary: new Map(),
    last: new Map(),
  };

  /**
   * @returns to be called once, when the request is served
   * @throws UnavailableError when the turn does not come in time
   */
  async take(line: Line, caller: string): Promise<() => void> {
    if (this.served >= AT_A_TIME) await this.wait(line, caller);
    else this.served += 1;
    return () => this.end();
  }

  private wait(line: Line, caller: string): Promise<void> {
    if (this.waiting >= MOST_WAITING) return Promise.reject(turnedAway());
    return new Promise((start, refuse) => {
      const giveUp = (): void => {
        this.leave(line, caller, waiting);
        refuse(turnedAway());
      };
      const waiting: Waiting = { start, timer: setTimeout(giveUp, LONGEST_WAIT_MS) };
      const others = this.lines[line].get(caller);
      if (others === undefined) this.lines[line].set(caller, [waiting]);
      else others.push(waiting);
      this.waiting += 1;
    });
  }

  /** Whoever is next takes over the place of the one who was served. */
  private end(): void {
    for (const line of LINES) {
      const next = this.lines[line].entries().next();
      if (next.done === true) continue;
      const [caller, [first]] = next.value;
      this.leave(line, caller, first!);
      clearTimeout(first!.timer);
      first!.start();
      return;
    }
    this.served -= 1;
  }

  /** What else the caller waits for waits behind the other callers. */
  private leave(line: Line, caller: string, who: Waiting): void {
    const callers = this.lines[line];
    const left = callers.get(caller)!.filter((each) => each !== who);
    callers.delete(caller);
    if (left.length > 0) callers.set(caller, left);
    this.waiting -= 1;
  }
}

function turnedAway(): UnavailableError {
  return new UnavailableError(
    'The service has more to do than it can just now. Try again in a few seconds.',
    RETRY_AFTER_SECONDS,
  );
}
