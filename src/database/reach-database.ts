import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Who does not answer a connection by then is taken for absent. */
const ATTEMPT_MS = 10_000;
const PAUSE_MS = 500;
/** Errors that pass by themselves while a database starts, by their code; a wrong password or name does not. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  // The server starts up, stops, or has no place left.
  ...['57P03', '57P01', '53300'],
]);

/** The operator's database can't be had; the message says why, and never the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';
}

/** How long a database is waited for that may be starting. */
export interface Patience {
  readonly seconds: number;
  /** Takes the one line that says what is waited for. */
  readonly tell: (line: string) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Connects once and goes again, so that a database that can't be had is told before anything is put together.
 * @throws UnreachableDatabaseError
 */
export async function reachDatabase(url: string, { seconds, tell, signal }: Patience): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    const problem = await problemOf(url, signal);
    if (problem === undefined) return;
    const mayPass = problem.mayPass && signal?.aborted !== true;
    if (!mayPass || Date.now() + PAUSE_MS > until) throw problem.error;
    if (attempt === 1) tell(`${problem.error.message} Waiting for it, ${seconds} seconds at the longest …`);
    await pause(PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
}

interface Problem {
  readonly error: UnreachableDatabaseError;
  readonly mayPass: boolean;
}

async function problemOf(url: string, signal: AbortSignal | undefined): Promise<Problem | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ATTEMPT_MS,
    application_name: 'fieldhouse start',
  });
  client.on('error', () => undefined);
  try {
    await Promise.race([client.connect(), endOf(signal)]);
    return undefined;
  } catch (error) {
    const { host, port, user, database } = client;
    const reason = reasonOf(error as NodeJS.ErrnoException, { user: user ?? '', database: database ?? '' });
    return {
      error: new UnreachableDatabaseError(
        `The database of DATABASE_URL, at ${host}:${port}, can't be reached: ${reason}.`,
        { cause: error },
      ),
      mayPass: isPassing(error as NodeJS.ErrnoException),
    };
  } finally {
    // Of one that says nothing no farewell is waited for.
    void client.end().catch(() => undefined);
  }
}

/** Rejects when the signal comes. */
function endOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(new Error('the process was told to stop'));
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** The driver's own errors, for silence and for a connection that was cut, have no code. */
function isPassing({ code }: NodeJS.ErrnoException): boolean {
  return code === undefined || PASSING.has(code);
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
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate is not of an authority that is known here (${message}); name the file of that authority in NODE_EXTRA_CA_CERTS`;
    default:
      return message;
  }
}
