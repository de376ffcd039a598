/** The embedded database can't be started, found or stopped. The message says how to fix it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export const useOwnServer = 'or set DATABASE_URL to a PostgreSQL server of your own.';

/** As Node and PostgreSQL report it. */
export const FULL_DISK = /ENOSPC|No space left on device/;

export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return FULL_DISK.test(reason) ? `${reason}: the disk is full, free space` : reason;
}
