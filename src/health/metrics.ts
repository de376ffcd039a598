import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry, Counter } from 'prom-client';
import { VERSION } from '../config/version';
import { Replicas } from '../database/replica/replicas';

/** prom-client measures event loop lag with a timer, which would wake an idle process; the longest interval disables it. */
const DISABLED_INTERVAL_MS = 2 ** 31 - 1;

/** Metrics of that timer, removed in favour of `registerEventLoopMetrics`. */
const EVENT_LOOP_LAG_METRICS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (statistic) => `nodejs_eventloop_lag_${statistic}_seconds`,
);

export interface MetricValue {
  /** Of histograms: the metric with a suffix, such as `_count`. */
  readonly metricName?: string;
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
}

/** Prometheus metrics of the process, at no cost while it is idle. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations: Histogram<'method' | 'status'>;
  /** Avoids that prom-client builds and hashes the label key for each request. */
  private readonly durationByLabels = new Map<string, Histogram.Internal<'method' | 'status'>>();

  constructor(replicas: Replicas) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: DISABLED_INTERVAL_MS });
    for (const name of EVENT_LOOP_LAG_METRICS) this.registry.removeSingleMetric(name);
    registerEventLoopMetrics(this.registry);
    registerReplicaMetrics(this.registry, replicas);
    new Gauge({
      name: 'fieldhouse_info',
      help: 'Version of the service; always 1.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: VERSION }, 1);
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the response.',
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

  /** Values of a metric, as the text has them. */
  async values(name: string): Promise<readonly MetricValue[]> {
    return (await this.registry.getSingleMetric(name)?.get())?.values ?? [];
  }

  readonly observe = (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    response.once('finish', () => {
      this.durationsOf(request.method, Math.floor(response.statusCode / 100)).observe(
        (performance.now() - started) / 1000,
      );
    });
    next();
  };

  private durationsOf(method: string, statusClass: number): Histogram.Internal<'method' | 'status'> {
    const name = `${method} ${statusClass}`;
    let durations = this.durationByLabels.get(name);
    if (durations === undefined) {
      durations = this.durations.labels({ method, status: `${statusClass}xx` });
      this.durationByLabels.set(name, durations);
    }
    return durations;
  }
}

/** Counts active and idle time of the event loop; the ratio of their rates is its utilization. libuv measures both anyway. */
function registerEventLoopMetrics(registry: Registry): void {
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

/** Measures lags when the metrics are read, and counts the reads that replicas and the primary served. */
function registerReplicaMetrics(registry: Registry, replicas: Replicas): void {
  if (!replicas.areConfigured) return;
  new Gauge({
    name: 'database_replica_lag_bytes',
    help: 'Bytes of the write-ahead log that the replica has not replayed; none if it or the primary does not respond within a second.',
    labelNames: ['replica'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, bytes } of await replicas.lags()) {
        if (bytes !== undefined) this.set({ replica: name }, bytes);
      }
    },
  });
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads for replicas by the server that served them; failed: begun by a replica and ended by the primary.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [server, reads] of Object.entries(replicas.served)) this.inc({ server }, reads);
    },
  });
}
