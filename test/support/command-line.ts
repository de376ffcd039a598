import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Variables } from './start';

const CLI = join(__dirname, '../../dist/src/cli/main.js');

export interface Typed {
  readonly child: ChildProcess;
  /** Everything that it shows, once it has ended. */
  readonly shown: Promise<{ code: number | null; out: string; error: string }>;
}

/** The built command line, started with these variables alone. */
export function type(variables: Variables, ...args: string[]): Typed {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: 'pipe',
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (error += bytes.toString()));
  const shown = once(child, 'close').then(() => ({ code: child.exitCode, out, error }));
  return { child, shown };
}
