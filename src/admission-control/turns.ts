import { Injectable } from '@nestjs/common';
import { type Line, LINES } from '../authorization/served';
import { CutOffError, UnavailableError } from '../domain/errors';
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
    // Each has a connection of the database for as long as it takes: most of them are for the others.
    atATime: 2,
    longestWaitMs: 10_000,
    mostWaiting: 20,
    retryAfterSeconds: 10,
    sentence: 'As many such reports as can be made at a time are being made. Try again in ten seconds.',
  },
};

/** Who waits for a turn, which comes or does not; of the two the first alone counts. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: (why: Error) => void;
}

/** Has what it is given called when nobody waits for the request any more. */
type OnLeft = (leave: () => void) => void;

interface Queue {
  served: number;
  waiting: number;
  readonly callers: Map<string, Waiting[]>;
}

const emptyQueue = (): Queue => ({ served: 0, waiting: 0, callers: new Map() });

/**
 * Beyond what the process can serve at a time requests wait for their turn, the callers of a line one after the other,
 * so that one who asks a thousand times keeps nobody else waiting, nor out of a full line. Who would wait too long is
 * turned away.
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
    if (!this.arrivals.areCrowded) return this.served < AT_A_TIME;
    // What takes seconds is the database's work, and would hold up all others until its end.
    return this.served - this.queues.few.served < AT_A_TIME_IN_A_CROWD;
  }

  /**
   * @returns to be called once, when the request is served
   * @throws UnavailableError when the turn does not come in time; CutOffError when nobody waits for it any more
   */
  async take(line: Line, caller: string, onLeft: OnLeft): Promise<() => void> {
    if (this.hasRoom && this.hasRoomIn(line)) this.begin(line);
    else await this.wait(line, caller, onLeft);
    return () => this.end(line);
  }

  private hasRoomIn(line: Line): boolean {
    return this.queues[line].served < BOUNDS[line].atATime;
  }

  private wait(line: Line, caller: string, onLeft: OnLeft): Promise<void> {
    const queue = this.queues[line];
    if (queue.waiting >= BOUNDS[line].mostWaiting) {
      const last = lastOfMost(queue, caller);
      if (last === undefined) return Promise.reject(turnedAway(line));
      last.refuse(turnedAway(line));
    }
    return new Promise((resolve, reject) => {
      const end = (how: () => void): void => {
        if (!leave(queue, caller, waiting)) return;
        clearTimeout(timer);
        how();
      };
      const waiting: Waiting = { start: () => end(resolve), refuse: (why) => end(() => reject(why)) };
      const timer = setTimeout(() => waiting.refuse(turnedAway(line)), BOUNDS[line].longestWaitMs);
      const others = queue.callers.get(caller);
      if (others === undefined) queue.callers.set(caller, [waiting]);
      else others.push(waiting);
      queue.waiting += 1;
      onLeft(() => waiting.refuse(new CutOffError()));
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
    while (this.hasRoom && this.startNext());
  }

  /** @returns whether somebody waited who could be started */
  private startNext(): boolean {
    const line = LINES.find((each) => this.queues[each].waiting > 0 && this.hasRoomIn(each));
    if (line === undefined) return false;
    const { callers } = this.queues[line];
    const [caller, [first]] = callers.entries().next().value!;
    this.begin(line);
    first!.start();
    // What else the caller waits for waits behind the other callers.
    const others = callers.get(caller);
    callers.delete(caller);
    if (others !== undefined) callers.set(caller, others);
    return true;
  }
}

/** @returns whether it still waited */
function leave(queue: Queue, caller: string, who: Waiting): boolean {
  const all = queue.callers.get(caller) ?? [];
  const others = all.filter((each) => each !== who);
  if (others.length === all.length) return false;
  if (others.length > 0) queue.callers.set(caller, others);
  else queue.callers.delete(caller);
  queue.waiting -= 1;
  return true;
}

/** Who came last for whom most are waiting, where they are more than this caller's would be with another one. */
function lastOfMost({ callers }: Queue, caller: string): Waiting | undefined {
  let most: readonly Waiting[] = [];
  for (const each of callers.values()) if (each.length > most.length) most = each;
  const own = (callers.get(caller)?.length ?? 0) + 1;
  return most.length > own ? most.at(-1) : undefined;
}

function turnedAway(line: Line): UnavailableError {
  return new UnavailableError(BOUNDS[line].sentence, BOUNDS[line].retryAfterSeconds);
}
