import { Clock } from '../../src/config/clock';
import type { TestApp } from './app';

/** Replaces the service's clock by one that tests control. */
export class FakeClock {
  private current: Date;

  constructor(app: TestApp, start: string) {
    this.current = new Date(start);
    app.nest.get(Clock).now = () => new Date(this.current);
  }

  now(): Date {
    return new Date(this.current);
  }

  /** Moves the clock. @param ms may be negative */
  advance(ms: number): void {
    this.current = new Date(this.current.getTime() + ms);
  }
}
