import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { npmStartArguments, npmStartVariables } from './npm-start';
import { Environment } from '../../src/config/environment';
import type { TestApp } from './app';

const READY_MS = 150_000;
const MOST_HEARD = 100;

type Variables = Partial<Record<keyof Environment, string>>;

/** The built service as a process of its own, to be watched, stopped or killed. */
export class ServiceProcess {
  private readonly child: ChildProcess;
  private readonly said: string[] = [];
  private address = '';

  private constructor(environment: Variables) {
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
    this.child.stderr!.on('data', (chunk: Buffer) => this.heard(chunk.toString()));
  }

  /** Starts the service on the database, data folder and key of another, and waits until it is ready. */
  static beside(app: TestApp, environment: Variables = {}): Promise<ServiceProcess> {
    return ServiceProcess.start({ ...variablesOf(app), ...environment });
  }

  /** Starts the service and waits until it says that it is ready. @throws Error with what it said instead */
  static async start(environment: Variables): Promise<ServiceProcess> {
    const service = new ServiceProcess(environment);
    await service.ready();
    return service;
  }

  /** Starts the service beside another and does not wait. */
  static launch(app: TestApp): ServiceProcess {
    return new ServiceProcess(variablesOf(app));
  }

  get origin(): string {
    return this.address;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** What it said last, of what LOG_LEVEL lets through. */
  get lastSaid(): string {
    return this.said.join('\n');
  }

  tell(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for the end. @returns the exit code, null after a signal that nobody heard */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** `kill -9`; nothing when it has ended already. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  private heard(words: string): void {
    this.said.push(words);
    if (this.said.length > MOST_HEARD) this.said.shift();
  }

  private async ready(): Promise<void> {
    const giveUp = setTimeout(() => this.child.kill('SIGKILL'), READY_MS);
    try {
      for await (const line of createInterface({ input: this.child.stdout! })) {
        this.heard(line);
        const ready = / at (http:\S+)/.exec(line);
        if (ready === null) continue;
        this.child.stdout!.on('data', (chunk: Buffer) => this.heard(chunk.toString()));
        this.address = ready[1]!;
        return;
      }
    } finally {
      clearTimeout(giveUp);
    }
    throw new Error(`The service did not become ready; it said:\n${this.said.join('\n')}`);
  }
}

function variablesOf(app: TestApp): Variables {
  return {
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: app.nest.get(Environment).SECRET_KEY!,
  };
}
