import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Variables } from './standalone-service';

const CLI = join(__dirname, '../../dist/src/cli/main.js');

export interface CliProcess {
  readonly child: ChildProcess;
  readonly result: Promise<{ code: number | null; out: string; error: string }>;
}

/** Runs the built CLI with these environment variables only. */
export function runCli(variables: Variables, ...args: string[]): CliProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: 'pipe',
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (error += bytes.toString()));
  const result = once(child, 'close').then(() => ({ code: child.exitCode, out, error }));
  return { child, result: result };
}
