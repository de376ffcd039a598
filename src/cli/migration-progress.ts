import type { MigrationObserver } from '../modules/migration/migration-options';

const INTERVAL_MS = 2000;

/** Prints what is being moved, how fast, and for how long still. */
export class MigrationProgress implements MigrationObserver {
  private label = '';
  private total: number | undefined;
  private started = 0;
  private printed = 0;

  constructor(
    private readonly stream: Pick<NodeJS.WriteStream, 'write'>,
    private readonly now: () => number = Date.now,
  ) {}

  assetStarted(
    { uid, name, submissions }: { uid: string; name: string; submissions: number | undefined },
    index: number,
    total: number,
  ): void {
    this.label = `${index + 1}/${total} ${uid} ${printable(name)}`;
    this.total = submissions;
    this.started = this.now();
    this.printed = this.started;
    this.print('');
  }

  submissionsMoved(done: number): void {
    const now = this.now();
    if (now - this.printed < INTERVAL_MS) return;
    this.printed = now;
    const perSecond = done / ((now - this.started) / 1000);
    const left = this.total === undefined ? undefined : Math.max(0, this.total - done) / perSecond;
    const remaining = left === undefined ? '' : `, ${Math.ceil(left)} s left`;
    this.print(`: ${done} of ${this.total ?? '?'} submissions, ${Math.round(perSecond)}/s${remaining}`);
  }

  comparing(): void {
    this.label = 'Comparing with the source';
    this.print('');
  }

  private print(text: string): void {
    this.stream.write(`${this.label}${text}\n`);
  }
}

/** Names come from another server: control characters must not reach the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200);
}
