import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const COMPILER = join(__dirname, '../../../support/typescript.cjs');

interface ServiceEvent {
  readonly event: 'started' | 'stopped' | 'failed' | 'ended';
  readonly url?: string;
  readonly adopted?: boolean;
  readonly message?: string;
}

/** Child process that uses the embedded database, to be killed. */
export class DatabaseProcess {
  private readonly lines: Interface;
  private readonly events: ServiceEvent[] = [];

  constructor(dataDir: string) {
    // Its process group plays the terminal's foreground group.
    this.child = spawn(
      process.execPath,
      ['--require', COMPILER, join(__dirname, 'database-program.ts'), dataDir],
      {
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    this.lines = createInterface({ input: this.child.stdout! });
    this.lines.on('line', (line) => this.events.push(JSON.parse(line) as ServiceEvent));
    this.lines.on('close', () => this.events.push({ event: 'ended' }));
  }

  readonly child: ChildProcess;

  async next(): Promise<ServiceEvent> {
    while (this.events.length === 0)
      await Promise.race([once(this.lines, 'line'), once(this.lines, 'close')]);
    return this.events.shift()!;
  }

  /** Like Ctrl-C: signals the whole process group. */
  interrupt(): void {
    process.kill(-this.child.pid!, 'SIGINT');
  }

  kill(): Promise<void> {
    return this.killTarget(this.child.pid!);
  }

  /** Sends SIGKILL to the process group; the database has its own group. */
  killGroup(): Promise<void> {
    return this.killTarget(-this.child.pid!);
  }

  private async killTarget(target: number): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    process.kill(target, 'SIGKILL');
    await exit;
  }
}
