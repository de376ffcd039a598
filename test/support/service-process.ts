import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { INestApplicationContext } from '@nestjs/common';
import { npmStartArguments, npmStartVariables } from './npm-start';
import { Environment } from '../../src/config/environment';

const READY_TIMEOUT_MS = 150_000;
const MAX_OUTPUT_LINES = 100;

type Variables = Partial<Record<keyof Environment, string>>;

/** Service of a test, whose database, data folder and key others share. */
interface SharedApp {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly nest: INestApplicationContext;
}

/** Built service as a child process, to be watched, stopped or killed. */
export class ServiceProcess {
  private readonly child: ChildProcess;
  private readonly lines: string[] = [];
  private address = '';

  private constructor(private readonly environment: Variables) {
    this.child = spawn(process.execPath, npmStartArguments(), {
      env: {
        ...process.env,
        ...npmStartVariables(),
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'fatal',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stderr!.on('data', (chunk: Buffer) => this.record(chunk.toString()));
  }

  /** Starts the service on the database, data folder and key of an app and waits until it is ready. */
  static startFor(app: SharedApp, environment: Variables = {}): Promise<ServiceProcess> {
    return ServiceProcess.start({ ...variablesOf(app), ...environment });
  }

  /** Starts the service and waits until it is ready. @throws Error with its output */
  static async start(environment: Variables): Promise<ServiceProcess> {
    const service = new ServiceProcess(environment);
    await service.ready();
    return service;
  }

  /** Starts the service on the database of an app without waiting. */
  static launch(app: SharedApp): ServiceProcess {
    return new ServiceProcess(variablesOf(app));
  }

  get origin(): string {
    return this.address;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get recentOutput(): string {
    return this.lines.join('\n');
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for the exit. @returns the exit code, null after a signal without handler */
  async waitForExit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** Sends SIGKILL; no effect after the exit. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  private record(output: string): void {
    this.lines.push(output);
    if (this.lines.length > MAX_OUTPUT_LINES) this.lines.shift();
  }

  private async ready(): Promise<void> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), READY_TIMEOUT_MS);
    try {
      for await (const line of createInterface({ input: this.child.stdout! })) {
        this.record(line);
        const ready = / at (https?:\S+)/.exec(line);
        if (ready === null) continue;
        this.child.stdout!.on('data', (chunk: Buffer) => this.record(chunk.toString()));
        // The line has the PUBLIC_URL, if there is one.
        const { PORT = '0' } = this.environment;
        this.address = PORT === '0' ? ready[1]! : `http://127.0.0.1:${PORT}`;
        return;
      }
    } finally {
      clearTimeout(timer);
    }
    throw new Error(`The service did not become ready. Output:\n${this.lines.join('\n')}`);
  }
}

function variablesOf(app: SharedApp): Variables {
  return {
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: app.nest.get(Environment).SECRET_KEY!,
  };
}
