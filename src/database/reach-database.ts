import { Client } from 'pg';

/** A database that does not answer by then is not there. */
const PATIENCE_MS = 10_000;

/** The operator's database can't be had; the message says why, and never the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';
}

/**
 * Connects once and goes again, so that a database that can't be had is told before anything is put together.
 * @throws UnreachableDatabaseError
 */
export async function reachDatabase(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    application_name: 'fieldhouse start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, port, user, database } = client;
    const reason = reasonOf(error as NodeJS.ErrnoException, { user: user ?? '', database: database ?? '' });
    throw new UnreachableDatabaseError(
      `The database of DATABASE_URL, at ${host}:${port}, can't be reached: ${reason}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reasonOf(
  { code, message }: NodeJS.ErrnoException,
  named: { user: string; database: string },
): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there; start PostgreSQL, or mend the address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host; mend the address';
    case '28P01':
    case '28000':
      return `it does not let ${named.user} in with this password; mend the one or the other`;
    case '3D000':
      return `it has no database ${named.database}; make it with "createdb ${named.database}", or mend its name`;
    default:
      return message;
  }
}
