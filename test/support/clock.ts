import { Clock } from '../../src/config/clock';
import type { TestApp } from './app';

/** A clock that a test sets, in the place of the service's own. */
export class FakeClock {
  private moment: Date;

  constructor(app: TestApp, start: string) {
    this.moment = new Date(start);
    app.nest.get(Clock).now = () => new Date(this.moment);
  }

  now(): Date {
    return new Date(this.moment);
  }

  /** Lets time go by. @param ms may be negative */
  pass(ms: number): void {
    this.moment = new Date(this.moment.getTime() + ms);
  }
}
