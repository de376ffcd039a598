import { request } from 'node:http';
import type { ServiceProcess } from './processes';

const EVERY_MS = 20;

export interface Exchange {
  readonly status: number;
  /** Only the beginning of the body: parsing all of it would delay the measurement. */
  readonly start: string;
}

/** Latency of one request from its scheduled time. */
export interface Latency {
  readonly ms: number;
  /** Without the time in which the event loop was not scheduled. */
  readonly heldMs: number;
}

export function quantile(waits: readonly number[], part: number): number {
  const sorted = [...waits].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** Requests `/health/live` at a fixed rate during `work` and measures from the scheduled time (no coordinated omission). */
export async function latenciesDuring(
  service: ServiceProcess,
  work: () => Promise<void>,
): Promise<Latency[]> {
  const requests: Promise<PromiseSettledResult<Latency>[]>[] = [];
  const started = performance.now();
  let waitedBefore = service.waitedMs;
  const send = async (due: number, before: number): Promise<Latency> => {
    await exchange(service.url, 'GET', '/health/live');
    const ms = performance.now() - due;
    return { ms, heldMs: Math.max(0, ms - (service.waitedMs - before)) };
  };
  const pace = setInterval(() => {
    for (let due; (due = started + requests.length * EVERY_MS) <= performance.now();) {
      requests.push(Promise.allSettled([send(due, waitedBefore)]));
    }
    waitedBefore = service.waitedMs;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(pace);
  }
  return (await Promise.all(requests)).flat().map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

export function exchange(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: Buffer = Buffer.alloc(0),
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { ...headers, 'Content-Length': body.length } };
    const sent = request(url + path, options, (response) => {
      let start = '';
      response.on('data', (chunk: Buffer) => {
        if (start.length < 1000) start += chunk.toString('latin1', 0, 1000);
      });
      response.on('end', () => resolve({ status: response.statusCode!, start }));
      response.on('error', reject);
    });
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    sent.end(body);
  });
}
