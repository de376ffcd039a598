/**
 * The embedded database can't be started, found or stopped. The message is for the operator: what is wrong and
 * what to do next, with the last lines of the database's own log where they help.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The way out that is always open, as the end of a message. */
export const useOwnServer = 'or set DATABASE_URL to a PostgreSQL server of your own.';

/** The text of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
