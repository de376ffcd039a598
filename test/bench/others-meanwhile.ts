import { request } from 'node:http';
import type { ServiceProcess } from './processes';

const EVERY_MS = 20;

export interface Exchange {
  readonly status: number;
  /** The beginning of the body alone: parsing all of it would hold up the one that measures. */
  readonly start: string;
}

/** How long one exchange took from the moment when it was due. */
export interface Wait {
  readonly ms: number;
  /** Without the time for which the event loop had no processor. */
  readonly heldMs: number;
}

/** What that share of the waits does not exceed. */
export function share(waits: readonly number[], part: number): number {
  const sorted = [...waits].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/**
 * `/health/live` is asked at a fixed pace while something else is done, and waits from the moment when it was due, whatever
 * held it up.
 */
export async function waitsDuring(service: ServiceProcess, work: () => Promise<void>): Promise<Wait[]> {
  const asked: Promise<PromiseSettledResult<Wait>[]>[] = [];
  const started = performance.now();
  let waitedBefore = service.waitedMs;
  const ask = async (due: number, before: number): Promise<Wait> => {
    await exchange(service.url, 'GET', '/health/live');
    const ms = performance.now() - due;
    return { ms, heldMs: Math.max(0, ms - (service.waitedMs - before)) };
  };
  const pace = setInterval(() => {
    for (let due; (due = started + asked.length * EVERY_MS) <= performance.now();) {
      asked.push(Promise.allSettled([ask(due, waitedBefore)]));
    }
    waitedBefore = service.waitedMs;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(pace);
  }
  return (await Promise.all(asked)).flat().map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** One exchange on a connection of its own. */
export function exchange(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: Buffer = Buffer.alloc(0),
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { ...headers, 'Content-Length': body.length } };
    const sent = request(url + path, options, (answer) => {
      let start = '';
      answer.on('data', (chunk: Buffer) => {
        if (start.length < 1000) start += chunk.toString('latin1', 0, 1000);
      });
      answer.on('end', () => resolve({ status: answer.statusCode!, start }));
      answer.on('error', reject);
    });
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    sent.end(body);
  });
}
