import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const COMPILER = join(__dirname, '../../../support/typescript.cjs');

/** What the process says, one line each. */
interface ServiceEvent {
  readonly event: 'started' | 'stopped' | 'failed' | 'ended';
  readonly url?: string;
  readonly adopted?: boolean;
  readonly message?: string;
}

/** A process of its own that uses the embedded database, so that it can be killed. */
export class ServiceProcess {
  private readonly lines: Interface;
  private readonly events: ServiceEvent[] = [];

  /** @param dataDir folder of the database */
  constructor(dataDir: string) {
    // Its own process group stands for the terminal's foreground group.
    this.child = spawn(
      process.execPath,
      ['--require', COMPILER, join(__dirname, 'service-program.ts'), dataDir],
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

  /** The next thing the process says. */
  async next(): Promise<ServiceEvent> {
    while (this.events.length === 0)
      await Promise.race([once(this.lines, 'line'), once(this.lines, 'close')]);
    return this.events.shift()!;
  }

  /** Like Ctrl-C in a terminal: every process of the foreground group gets the signal. */
  interrupt(): void {
    process.kill(-this.child.pid!, 'SIGINT');
  }

  /** `kill -9` of this process alone. */
  kill(): Promise<void> {
    return this.killed(this.child.pid!);
  }

  /** `kill -9` of this process and of the programs that it runs; the database has a group of its own. */
  killGroup(): Promise<void> {
    return this.killed(-this.child.pid!);
  }

  private async killed(target: number): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    process.kill(target, 'SIGKILL');
    await exit;
  }
}
