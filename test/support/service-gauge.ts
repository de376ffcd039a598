import { setTimeout as pause } from 'node:timers/promises';

/** What a service process cost while something was done to it. */
export interface Cost {
  /** Processor time of the whole process, its threads included; other programs do not lengthen it. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Resident memory at its highest beyond what it was before. */
  readonly rssBytes: number;
  /** The longest that anything else had to wait for the event loop. */
  readonly longestDelayMs: number;
}

interface Reading {
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly delayMs: number;
}

/** `/metrics` measures the event loop anew from reading to reading. */
const READ_EVERY_MS = 20;

/** Measures a service process by what it says of itself while `work` goes on. */
export async function measure(origin: string, work: () => Promise<void>): Promise<Cost> {
  const before = await read(origin);
  const started = performance.now();
  const readings: Reading[] = [];
  let done = false;
  const watching = (async () => {
    while (!done) {
      readings.push(await read(origin));
      await pause(READ_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    done = true;
    await watching;
  }
  const after = await read(origin);
  readings.push(after);
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    wallMs: performance.now() - started,
    rssBytes: Math.max(...readings.map(({ rssBytes }) => rssBytes)) - before.rssBytes,
    longestDelayMs: Math.max(...readings.map(({ delayMs }) => delayMs)),
  };
}

async function read(origin: string): Promise<Reading> {
  const answer = await fetch(`${origin}/metrics`);
  const text = await answer.text();
  const valueOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text);
    if (found === null) throw new Error(`/metrics tells nothing of ${name}.`);
    return Number(found[1]);
  };
  return {
    cpuMs: valueOf('process_cpu_seconds_total') * 1000,
    rssBytes: valueOf('process_resident_memory_bytes'),
    delayMs: valueOf('nodejs_eventloop_lag_max_seconds') * 1000,
  };
}
