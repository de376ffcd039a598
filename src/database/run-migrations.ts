import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Statements of other processes queue behind a migration that waits for a lock; theirs end after 4 s. */
export const MIGRATION_LOCK_TIMEOUT_MS = 2_000;
const RETRY_DELAY_MS = 1_000;
const PATIENCE_MS = 600_000;
/** Deadlock, lock timeout. */
const LOCKED_CODES: readonly unknown[] = ['40P01', '55P03'];

/**
 * Runs the pending migrations, each in one transaction, again as long as transactions of other processes lock what they
 * change: those of the previous version go on meanwhile.
 * @param dataSource with a lock timeout
 * @param patienceMs time to wait for them
 * @throws Error when they are locked for longer
 */
export async function runMigrations(
  dataSource: DataSource,
  log: (line: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let waitedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const began = Date.now();
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      // The rest of the time is work, such as an index of a large table by the migration before.
      waitedMs += Math.min(Date.now() - began, MIGRATION_LOCK_TIMEOUT_MS) + RETRY_DELAY_MS;
      if (waitedMs > patienceMs) throw lockedError(error, patienceMs);
      if (attempt === 1) log('A migration waits for transactions of other processes …');
      await pause(RETRY_DELAY_MS);
    }
  }
}

const isLocked = (error: unknown): error is Error =>
  LOCKED_CODES.includes((error as { code?: unknown } | undefined)?.code);

function lockedError(error: Error, patienceMs: number): Error {
  return new Error(
    `A migration waited ${Math.round(patienceMs / 1000)} s for transactions of other processes (${error.message}). Wait for long downloads and backups to end, or stop the processes of the previous version, and start again.`,
    { cause: error },
  );
}
