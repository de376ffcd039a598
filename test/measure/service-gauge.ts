import { setTimeout as pause } from 'node:timers/promises';
import { mainThreadMsOf } from './processor-use';

/** What a service process cost while something was done to it; other programs add nothing to it. */
export interface Cost {
  /** Processor time of the whole process, its threads included. */
  readonly cpuMs: number;
  /** That of the one thread which takes requests: so long everything else had to wait. */
  readonly loopMs: number;
  /** Resident memory at its highest beyond what it was before. */
  readonly rssBytes: number;
}

/** What is measured: a process that serves `/metrics`. */
export interface MeasuredProcess {
  readonly pid: number;
  readonly origin: string;
}

interface Reading {
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** Seldom enough that the readings themselves cost nothing, however long the machine takes. */
const READ_EVERY_MS = 100;

/** Measures a service process by what it and the system say of it while `work` goes on. */
export async function measure(service: MeasuredProcess, work: () => Promise<void>): Promise<Cost> {
  const before = await read(service.origin);
  const loopBefore = mainThreadMsOf(service.pid);
  const readings: Reading[] = [];
  let done = false;
  const watching = (async () => {
    while (!done) {
      readings.push(await read(service.origin));
      await pause(READ_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    done = true;
    await watching;
  }
  const after = await read(service.origin);
  readings.push(after);
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    loopMs: mainThreadMsOf(service.pid) - loopBefore,
    rssBytes: Math.max(...readings.map(({ rssBytes }) => rssBytes)) - before.rssBytes,
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
  };
}
