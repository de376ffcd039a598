import { Injectable } from '@nestjs/common';
import { type Line, LINES } from '../access/served';
import { UnavailableError } from '../domain/errors';
import { Arrivals } from './arrivals';

/** Requests that are served at a time: enough to keep the database and a processor busy, few enough to end soon. */
const AT_A_TIME = 32;
/** While others stand before the door, so that they come in and learn whether they can be served. */
const AT_A_TIME_IN_A_CROWD = 1;
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

  constructor(private readonly arrivals: Arrivals) {}

  private get hasRoom(): boolean {
    return this.served < (this.arrivals.areCrowded ? AT_A_TIME_IN_A_CROWD : AT_A_TIME);
  }

  /**
   * @returns to be called once, when the request is served
   * @throws UnavailableError when the turn does not come in time
   */
  async take(line: Line, caller: string): Promise<() => void> {
    if (this.hasRoom) this.served += 1;
    else await this.wait(line, caller);
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

  /** Whoever is next takes over the place of the one who was served, and what other room there is. */
  private end(): void {
    this.served -= 1;
    while (this.waiting > 0 && this.hasRoom) this.startNext();
  }

  private startNext(): void {
    for (const line of LINES) {
      const next = this.lines[line].entries().next();
      if (next.done === true) continue;
      const [caller, [first]] = next.value;
      this.leave(line, caller, first!);
      clearTimeout(first!.timer);
      this.served += 1;
      first!.start();
      return;
    }
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
