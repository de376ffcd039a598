import { Injectable } from '@nestjs/common';
import { type Line, LINES } from '../access/served';
import { UnavailableError } from '../domain/errors';
import { Arrivals } from './arrivals';

/** Requests that are served at a time: enough to keep the database and a processor busy, few enough to end soon. */
const AT_A_TIME = 32;
/** While others stand before the door, so that they come in and learn whether they can be served. */
const AT_A_TIME_IN_A_CROWD = 1;

interface LineBounds {
  readonly atATime: number;
  readonly longestWaitMs: number;
  readonly mostWaiting: number;
  readonly retryAfterSeconds: number;
  /** What is told to who does not come in. */
  readonly sentence: string;
}

const QUICK: LineBounds = {
  atATime: AT_A_TIME,
  // Whoever would wait longer is better told so: with what follows it is less than any client's patience.
  longestWaitMs: 1_500,
  // More could not have their turn in that time.
  mostWaiting: 5_000,
  retryAfterSeconds: 3,
  sentence: 'The service has more to do than it can just now. Try again in a few seconds.',
};
const BOUNDS: Readonly<Record<Line, LineBounds>> = {
  ordinary: QUICK,
  last: QUICK,
  few: {
    // Each has connections of the database for as long as it takes: most of them are for the others.
    atATime: 2,
    longestWaitMs: 10_000,
    mostWaiting: 20,
    retryAfterSeconds: 10,
    sentence: 'As many such reports as can be made at a time are being made. Try again in ten seconds.',
  },
};

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

interface Queue {
  served: number;
  waiting: number;
  readonly callers: Map<string, Waiting[]>;
}

const emptyQueue = (): Queue => ({ served: 0, waiting: 0, callers: new Map() });

/**
 * Beyond what the process can serve at a time requests wait for their turn, the callers of a line one after the other,
 * so that one who asks a thousand times keeps nobody else waiting. Who would wait too long is turned away.
 */
@Injectable()
export class Turns {
  private served = 0;
  private readonly queues: Readonly<Record<Line, Queue>> = {
    ordinary: emptyQueue(),
    last: emptyQueue(),
    few: emptyQueue(),
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
    if (this.hasRoom && this.hasRoomIn(line)) this.begin(line);
    else await this.wait(line, caller);
    return () => this.end(line);
  }

  private hasRoomIn(line: Line): boolean {
    return this.queues[line].served < BOUNDS[line].atATime;
  }

  private wait(line: Line, caller: string): Promise<void> {
    const queue = this.queues[line];
    if (queue.waiting >= BOUNDS[line].mostWaiting) return Promise.reject(turnedAway(line));
    return new Promise((start, refuse) => {
      const giveUp = (): void => {
        leave(queue, caller, waiting);
        refuse(turnedAway(line));
      };
      const waiting: Waiting = { start, timer: setTimeout(giveUp, BOUNDS[line].longestWaitMs) };
      const others = queue.callers.get(caller);
      if (others === undefined) queue.callers.set(caller, [waiting]);
      else others.push(waiting);
      queue.waiting += 1;
    });
  }

  private begin(line: Line): void {
    this.served += 1;
    this.queues[line].served += 1;
  }

  /** Whoever is next takes over the place of the one who was served, and what other room there is. */
  private end(line: Line): void {
    this.served -= 1;
    this.queues[line].served -= 1;
    for (let isOver = false; !isOver && this.hasRoom;) isOver = !this.startNext();
  }

  /** @returns whether somebody waited who could be started */
  private startNext(): boolean {
    const line = LINES.find((each) => this.queues[each].waiting > 0 && this.hasRoomIn(each));
    if (line === undefined) return false;
    const queue = this.queues[line];
    const [caller, [first]] = queue.callers.entries().next().value!;
    leave(queue, caller, first!);
    clearTimeout(first!.timer);
    this.begin(line);
    first!.start();
    return true;
  }
}

/** What else the caller waits for waits behind the other callers. */
function leave(queue: Queue, caller: string, who: Waiting): void {
  const left = queue.callers.get(caller)!.filter((each) => each !== who);
  queue.callers.delete(caller);
  if (left.length > 0) queue.callers.set(caller, left);
  queue.waiting -= 1;
}

function turnedAway(line: Line): UnavailableError {
  return new UnavailableError(BOUNDS[line].sentence, BOUNDS[line].retryAfterSeconds);
}
