import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Environment } from '../../src/config/environment';
import type { TestApp } from './app';

const READY_MS = 150_000;

/** The built service as a process of its own on the database of another, to be watched or killed. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
  ) {}

  /** Starts the service on the database, data folder and key of another. */
  static beside(
    app: TestApp,
    environment: Partial<Record<keyof Environment, string>> = {},
  ): Promise<ServiceProcess> {
    return ServiceProcess.start({
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: app.nest.get(Environment).SECRET_KEY!,
      ...environment,
    });
  }

  /** Starts the service and waits until it says that it is ready. @throws Error with what it said instead */
  static async start(environment: Partial<Record<keyof Environment, string>>): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [join(checkout(__dirname), 'dist', 'src', 'main.js')], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const giveUp = setTimeout(() => child.kill('SIGKILL'), READY_MS);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        said.push(line);
        const ready = / at (http:\S+)/.exec(line);
        if (ready === null) continue;
        child.stdout.resume();
        return new ServiceProcess(child, ready[1]!);
      }
    } finally {
      clearTimeout(giveUp);
    }
    throw new Error(`The service did not become ready; it said:\n${said.join('\n')}`);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** `kill -9`; nothing when it has ended already. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}

function checkout(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : checkout(dirname(folder));
}
