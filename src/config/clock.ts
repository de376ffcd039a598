/** The one source of the present moment for services; tests put a clock of their own in its place. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
