import { performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';

/**
 * Tells how long the event loop was at work and how long it waited for any. The ratio of their growth is how busy the
 * process is; the engine keeps both by the way, so that nothing has to be measured in between.
 */
export function countLoopTime(registry: Registry): void {
  const counter = (name: string, help: string, now: () => number): void => {
    const total = new Counter({
      name,
      help,
      registers: [registry],
      collect: () => {
        total.reset();
        total.inc(now() / 1000);
      },
    });
  };
  counter(
    'nodejs_eventloop_active_seconds_total',
    'Time that the event loop was at work, in seconds.',
    () => {
      return performance.eventLoopUtilization().active;
    },
  );
  counter(
    'nodejs_eventloop_idle_seconds_total',
    'Time that the event loop waited for work, in seconds.',
    () => {
      return performance.eventLoopUtilization().idle;
    },
  );
}
