import { performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';

/** Counts active and idle time of the event loop; the ratio of their rates is its utilization. libuv measures both anyway. */
export function registerEventLoopMetrics(registry: Registry): void {
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
  counter('nodejs_eventloop_active_seconds_total', 'Active time of the event loop, in seconds.', () => {
    return performance.eventLoopUtilization().active;
  });
  counter('nodejs_eventloop_idle_seconds_total', 'Idle time of the event loop, in seconds.', () => {
    return performance.eventLoopUtilization().idle;
  });
}
