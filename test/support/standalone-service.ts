import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Environment } from '../../src/config/environment';
import { npmStartArguments, npmStartVariables } from './npm-start';

/** Variables of the service, and one that Node reads. */
export type Variables = Partial<Record<keyof Environment | 'NODE_OPTIONS', string>>;

/** Built service, started with these environment variables only. */
export class StandaloneService {
  readonly child;
  out = '';
  error = '';

  constructor(variables: Variables) {
    this.child = spawn(process.execPath, npmStartArguments(), {
      env: {
        ...npmStartVariables(),
        PATH: process.env['PATH'],
        PORT: '0',
        SECRET_KEY: 'k'.repeat(64),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout.on('data', (bytes: Buffer) => (this.out += bytes.toString()));
    this.child.stderr.on('data', (bytes: Buffer) => (this.error += bytes.toString()));
  }

  async result(): Promise<{ code: number | null; out: string; error: string }> {
    const [code] = (await once(this.child, 'close')) as [number | null];
    return { code, out: this.out, error: this.error };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
