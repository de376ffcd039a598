/** The embedded database can't be started, found or stopped. The message says how to fix it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export const useOwnServer = 'or set DATABASE_URL to a PostgreSQL server of your own.';

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
