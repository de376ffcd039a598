import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { mainThreadMsOf, processorMsOf } from './processor-use';

/** What a service process cost while something was done to it; other programs add nothing to it. */
export interface Cost {
  /** Processor time of the whole process, its threads included. */
  readonly cpuMs: number;
  /** That of the one thread which takes requests: so long everything else had to wait. */
  readonly loopMs: number;
  /** Resident memory at its highest beyond what it was before. */
  readonly rssBytes: number;
}

/** What is measured: a process that serves `/metrics`, which is asked where the system has no /proc. */
export interface MeasuredProcess {
  readonly pid: number;
  readonly origin: string;
}

interface Reading {
  readonly cpuMs: number;
  readonly loopMs: number;
  readonly rssBytes: number;
}

const HAS_PROC = process.platform === 'linux';
/** Reading /proc costs the measured process nothing; asking it costs as much as other requests do. */
const READ_EVERY_MS = HAS_PROC ? 10 : 100;

/** Measures a service process by what the system, or it, says of it while `work` goes on. */
export async function measure(service: MeasuredProcess, work: () => Promise<void>): Promise<Cost> {
  const read = (): Reading | Promise<Reading> => (HAS_PROC ? readProc(service.pid) : ask(service.origin));
  const before = await read();
  let rssBytes = before.rssBytes;
  let done = false;
  const watching = (async () => {
    while (!done) {
      rssBytes = Math.max(rssBytes, (await read()).rssBytes);
      await pause(READ_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    done = true;
    await watching;
  }
  const after = await read();
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    loopMs: after.loopMs - before.loopMs,
    rssBytes: Math.max(rssBytes, after.rssBytes) - before.rssBytes,
  };
}

function readProc(pid: number): Reading {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpuMs: processorMsOf(pid),
    loopMs: mainThreadMsOf(pid),
    rssBytes: Number(kibibytes) * 1024,
  };
}

async function ask(origin: string): Promise<Reading> {
  const answer = await fetch(`${origin}/metrics`);
  const text = await answer.text();
  const valueOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text);
    if (found === null) throw new Error(`/metrics tells nothing of ${name}.`);
    return Number(found[1]);
  };
  return {
    cpuMs: valueOf('process_cpu_seconds_total') * 1000,
    // It does not tell of one thread.
    loopMs: 0,
    rssBytes: valueOf('process_resident_memory_bytes'),
  };
}
