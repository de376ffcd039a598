import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { npmStartArguments, npmStartVariables, ownCheckout } from './npm-start';
import { findDatabaseLocation } from '../../src/database/embedded-postgres/database-location';
import { runningPostmaster } from '../../src/database/embedded-postgres/postmaster-record';
import { removeDatabaseFolder } from './database-folder';

const READY_TIMEOUT_MS = 150_000;
const PASSWORD = 'correct horse: battery staple';

/** Built service as a child process on its embedded database, to be killed and restarted. */
export class KillableService {
  readonly dataDir: string;
  private child: ChildProcess | undefined;
  private address = '';
  private output: string[] = [];

  constructor(
    private readonly superuserName = 'admin',
    private readonly variables: () => Readonly<Record<string, string>> = () => ({}),
  ) {
    const folder = join(ownCheckout(), '.cache', 'test-service');
    mkdirSync(folder, { recursive: true });
    this.dataDir = mkdtempSync(join(folder, 'run-'));
  }

  get origin(): string {
    return this.address;
  }

  /** `name:password` of the superuser. */
  get superuser(): string {
    return `${this.superuserName}:${PASSWORD}`;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(this.superuser).toString('base64')}`;
  }

  get report(): string {
    const { exitCode = null, signalCode = null } = this.child ?? {};
    const state = exitCode ?? signalCode;
    return `The service ${state === null ? 'runs' : `ended (${state})`}. Output:\n${this.output.join('\n')}`;
  }

  /** Starts the service and waits until it is ready. @throws Error with its output */
  async start(): Promise<void> {
    const { DATABASE_URL: _, SECRET_KEY: __, ...inherited } = process.env;
    const child = spawn(process.execPath, npmStartArguments(), {
      env: {
        ...inherited,
        ...npmStartVariables(),
        ...this.variables(),
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        SUPERUSER_USERNAME: this.superuserName,
        SUPERUSER_PASSWORD: PASSWORD,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const output: string[] = [];
    this.output = output;
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    const lines = createInterface({ input: child.stdout });
    const timer = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS);
    try {
      for await (const line of lines) {
        output.push(line);
        const ready = / at (http:\S+)/.exec(line);
        if (ready === null) continue;
        this.address = ready[1]!;
        child.stdout.resume();
        return;
      }
    } finally {
      clearTimeout(timer);
    }
    throw new Error(`The service did not become ready. Output:\n${output.join('\n')}`);
  }

  /** Sends SIGKILL to the service, and to its database if requested. */
  async kill({ database = false } = {}): Promise<void> {
    const child = this.child!;
    const exit = once(child, 'exit');
    const postmaster = database ? this.postmasterPid() : undefined;
    child.kill('SIGKILL');
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    await exit;
    this.child = undefined;
  }

  async remove(): Promise<void> {
    if (this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    await removeDatabaseFolder(join(this.dataDir, 'database'));
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private postmasterPid(): number | undefined {
    const location = findDatabaseLocation(join(this.dataDir, 'database'));
    return location === undefined ? undefined : runningPostmaster(location.cluster)?.pid;
  }
}
