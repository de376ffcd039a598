import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../config/version';
import { countLoopTime } from './event-loop-time';

/** The library's probe of the event loop is a timer that fires at this interval, and so costs even who serves nobody. */
const NEVER_MS = 2 ** 31 - 1;
/** What that probe would tell; `event-loop-time` has what is told instead. */
const PROBED = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (of) => `nodejs_eventloop_lag_${of}_seconds`,
);

/** What the process measures of itself; an idle one spends nothing on it. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations: Histogram<'method' | 'status'>;
  /** Of each method and status: found by the library, it would be put into words and hashed each time. */
  private readonly known = new Map<string, Histogram.Internal<'method' | 'status'>>();

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: NEVER_MS });
    for (const name of PROBED) this.registry.removeSingleMetric(name);
    countLoopTime(this.registry);
    new Gauge({
      name: 'fieldhouse_info',
      help: 'Which version this is; always 1.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: VERSION }, 1);
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the answer.',
      labelNames: ['method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers: [this.registry],
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Express middleware: measures every request. */
  readonly observe = (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    response.once('finish', () => {
      this.durationsOf(request.method, Math.floor(response.statusCode / 100)).observe(
        (performance.now() - started) / 1000,
      );
    });
    next();
  };

  private durationsOf(method: string, hundreds: number): Histogram.Internal<'method' | 'status'> {
    const name = `${method} ${hundreds}`;
    let durations = this.known.get(name);
    if (durations === undefined) {
      durations = this.durations.labels({ method, status: `${hundreds}xx` });
      this.known.set(name, durations);
    }
    return durations;
  }
}
