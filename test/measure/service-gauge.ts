import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { mainThreadCpuMsOf, cpuMsOf } from './process-cpu-time';

export interface Cost {
  readonly cpuMs: number;
  readonly loopMs: number;
  /** Peak resident memory above the initial value. */
  readonly rssBytes: number;
}

/** Process that serves `/metrics`, used where there is no /proc. */
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
/** Reading /proc is free for the measured process; /metrics costs a request. */
const READ_EVERY_MS = HAS_PROC ? 10 : 100;

/** Measures a service process during `work`, from /proc or /metrics. */
export async function measure(service: MeasuredProcess, work: () => Promise<void>): Promise<Cost> {
  const read = (): Reading | Promise<Reading> =>
    HAS_PROC ? readProc(service.pid) : readMetrics(service.origin);
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
    cpuMs: cpuMsOf(pid),
    loopMs: mainThreadCpuMsOf(pid),
    rssBytes: Number(kibibytes) * 1024,
  };
}

async function readMetrics(origin: string): Promise<Reading> {
  const response = await fetch(`${origin}/metrics`);
  const text = await response.text();
  const valueOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text);
    if (found === null) throw new Error(`/metrics has no ${name}.`);
    return Number(found[1]);
  };
  return {
    cpuMs: valueOf('process_cpu_seconds_total') * 1000,
    // /metrics has no value per thread.
    loopMs: 0,
    rssBytes: valueOf('process_resident_memory_bytes'),
  };
}
