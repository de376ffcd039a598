import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { npmStartArguments, npmStartVariables, ownCheckout } from './npm-start';
import { findHome } from '../../src/database/embedded-postgres/database-home';
import { runningPostmaster } from '../../src/database/embedded-postgres/postmaster-record';
import { removeDatabaseFolder } from './database-folder';

const READY_MS = 150_000;
const PASSWORD = 'correct horse: battery staple';

/** The built service as a process of its own on its embedded database, to be killed and started again. */
export class ServiceUnderKill {
  readonly dataDir: string;
  private child: ChildProcess | undefined;
  private address = '';
  private said: string[] = [];

  constructor(
    private readonly superuserName = 'admin',
    /** Variables of its environment beside its own. */
    private readonly variables: () => Readonly<Record<string, string>> = () => ({}),
  ) {
    const folder = join(ownCheckout(), '.cache', 'test-service');
    mkdirSync(folder, { recursive: true });
    this.dataDir = mkdtempSync(join(folder, 'run-'));
  }

  get origin(): string {
    return this.address;
  }

  /** Name and password of the superuser, parted by a colon. */
  get superuser(): string {
    return `${this.superuserName}:${PASSWORD}`;
  }

  /** `Authorization` of the superuser. */
  get authorization(): string {
    return `Basic ${Buffer.from(this.superuser).toString('base64')}`;
  }

  /** Whether the process lives, and what it said since it was started: for the report of a failure. */
  get report(): string {
    const { exitCode = null, signalCode = null } = this.child ?? {};
    const state = exitCode ?? signalCode;
    return `The service ${state === null ? 'runs' : `ended (${state})`}; it said:\n${this.said.join('\n')}`;
  }

  /** Starts the service and waits until it says that it is ready. @throws Error with what it said instead */
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
    const said: string[] = [];
    this.said = said;
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const lines = createInterface({ input: child.stdout });
    const giveUp = setTimeout(() => child.kill('SIGKILL'), READY_MS);
    try {
      for await (const line of lines) {
        said.push(line);
        const ready = / at (http:\S+)/.exec(line);
        if (ready === null) continue;
        this.address = ready[1]!;
        child.stdout.resume();
        return;
      }
    } finally {
      clearTimeout(giveUp);
    }
    throw new Error(`The service did not become ready; it said:\n${said.join('\n')}`);
  }

  /** `kill -9` of the service, and of its database too if asked for. */
  async kill({ database = false } = {}): Promise<void> {
    const child = this.child!;
    const exit = once(child, 'exit');
    const postmaster = database ? this.postmasterPid() : undefined;
    child.kill('SIGKILL');
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    await exit;
    this.child = undefined;
  }

  /** Stops everything and removes what it left. */
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
    const home = findHome(join(this.dataDir, 'database'));
    return home === undefined ? undefined : runningPostmaster(home.cluster)?.pid;
  }
}
