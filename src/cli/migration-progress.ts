import { migrationSpeed } from '../domain/migration/migration-task';
import type { MigrationObserver, MigrationPhase } from '../modules/migration/migration-options';

const INTERVAL_MS = 2000;

/** Prints what is being moved, how fast, and for how long still. */
export class MigrationProgress implements MigrationObserver {
  private label = '';
  private total: number | undefined;
  private startTime = 0;
  private printed = 0;

  constructor(
    private readonly stream: Pick<NodeJS.WriteStream, 'write'>,
    private readonly now: () => number = Date.now,
  ) {}

  started({ phase, asset: { uid, name, submissions }, position, total }: MigrationPhase): void {
    const action = phase === 'comparing' ? 'Comparing ' : '';
    this.label = `${action}${position}/${total} ${uid} ${printable(name)}`;
    this.total = submissions;
    this.startTime = this.now();
    this.printed = this.startTime;
    this.print('');
  }

  submissionsDone(done: number): void {
    const now = this.now();
    if (now - this.printed < INTERVAL_MS) return;
    this.printed = now;
    const speed = migrationSpeed(done, this.total ?? null, (now - this.startTime) / 1000);
    const left = speed?.secondsLeft ?? null;
    const remaining = left === null ? '' : `, ${Math.ceil(left)} s left`;
    const rate = Math.round(speed?.perSecond ?? 0);
    this.print(`: ${done} of ${this.total ?? '?'} submissions, ${rate}/s${remaining}`);
  }

  private print(text: string): void {
    this.stream.write(`${this.label}${text}\n`);
  }
}

/** Names come from another server: control characters must not reach the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 400);
}
