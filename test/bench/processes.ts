import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOfTree } from '../measure/process-cpu-time';
import { npmStartArguments, npmStartVariables } from '../support/npm-start';

const OURS = resolve(__dirname, '..', '..');
const READY_MS = 60_000;
const RSS_SAMPLE_MS = 20;

interface ServiceOptions {
  readonly checkout?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly dataDir: string,
    /** Milliseconds from the start of the process until /health/ready succeeds. */
    readonly readyMs: number,
  ) {}

  static async start(
    dataDir: string,
    password: string,
    { checkout = OURS, environment = {} }: ServiceOptions = {},
  ): Promise<ServiceProcess> {
    const port = await freePort();
    const started = performance.now();
    const child = spawn(process.execPath, npmStartArguments(checkout), {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...npmStartVariables(checkout),
        PORT: String(port),
        DATA_DIR: dataDir,
        SUPERUSER_PASSWORD: password,
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error('The service exited before it was ready.');
      if (performance.now() - started > READY_MS) throw new Error('The service was not ready in time.');
      await pause(10);
    }
    return new ServiceProcess(child, port, dataDir, performance.now() - started);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get rssMb(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
  }

  /** @returns the highest RSS while the work runs, beyond the one before */
  async rssRiseMb(work: () => Promise<void>): Promise<number> {
    const before = this.rssMb;
    let highest = before;
    const sampling = setInterval(() => (highest = Math.max(highest, this.rssMb)), RSS_SAMPLE_MS);
    try {
      await work();
    } finally {
      clearInterval(sampling);
    }
    return highest - before;
  }

  /** CPU milliseconds of all its threads and all database processes, including those that have ended. */
  get cpuMs(): number {
    return cpuMsOfTree(this.child.pid!);
  }

  /** Milliseconds for which the event loop thread was runnable and not scheduled. */
  get waitedMs(): number {
    const { pid } = this.child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** The bare server of the upper bound. */
export class CeilingProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param folder storage of received files; files are not parsed if absent */
  static async start(
    databaseUrl: string,
    assetId: number,
    json: string,
    folder = '',
  ): Promise<CeilingProcess> {
    const child = fork(join(__dirname, 'ceiling-server.ts'), [databaseUrl, String(assetId), json, folder]);
    const { port } = await new Promise<{ port: number }>((resolve, reject) => {
      child.once('message', (message) => resolve(message as { port: number }));
      child.once('exit', () => reject(new Error('The bare server could not start.')));
    });
    return new CeilingProcess(child, port);
  }

  async respondWith(path: string, text: string): Promise<void> {
    const acknowledged = new Promise((resolve) => this.child.once('message', resolve));
    this.child.send({ path, text });
    await acknowledged;
  }

  stop(): void {
    this.child.kill();
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
