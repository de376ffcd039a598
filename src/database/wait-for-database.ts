import { setTimeout as pause } from 'node:timers/promises';
import { serverVersion } from './database-state';
import { createClient } from './connection/open-connection';

const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 500;
/** The oldest release that the statements of this service run on. */
const MIN_POSTGRES = 15;
/** Error codes of a database that may still be starting; a wrong password or name is permanent. */
const TRANSIENT_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  // Starting up, shutting down, too many connections.
  ...['57P03', '57P01', '53300'],
]);

/** The operator's database cannot be used. The message says why, without the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';
}

export interface WaitOptions {
  readonly timeoutSeconds: number;
  readonly log: (line: string) => void;
  /** Setting that holds the URL, for messages. */
  readonly variable?: string;
  /** The URL is that of a pooler in transaction mode; another pooler is refused. */
  readonly isPooled?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Connects with retries on transient failures, so that an unreachable database, or one of an unsupported version, is
 * reported before the application is created.
 * @throws UnreachableDatabaseError
 */
export async function waitForDatabase(url: string, options: WaitOptions): Promise<void> {
  const { timeoutSeconds, log, signal } = options;
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryConnect(url, options);
    if (failure === undefined) return;
    const canRetry = failure.isTransient && signal?.aborted !== true;
    if (!canRetry || Date.now() + RETRY_DELAY_MS > deadline) throw failure.error;
    if (attempt === 1) log(`${failure.error.message} Waiting for it, up to ${timeoutSeconds} s …`);
    await pause(RETRY_DELAY_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
}

interface Failure {
  readonly error: UnreachableDatabaseError;
  readonly isTransient: boolean;
}

async function tryConnect(
  url: string,
  { variable = 'DATABASE_URL', isPooled = false, signal }: WaitOptions,
): Promise<Failure | undefined> {
  const client = createClient(url, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'fieldhouse start',
    // As the connections of the service, so that what they would be refused for is reported.
    ...(!isPooled && { statement_timeout: CONNECT_TIMEOUT_MS }),
  });
  client.on('error', () => undefined);
  const attempt = new AbortController();
  try {
    await Promise.race([client.connect(), rejectOnAbort(signal, attempt.signal)]);
    assertSupported(await serverVersion(client), variable, client);
    return undefined;
  } catch (error) {
    if (error instanceof UnreachableDatabaseError) return { error, isTransient: false };
    const { host, port, user, database } = client;
    const reason = reasonOf(error as NodeJS.ErrnoException, { user: user ?? '', database: database ?? '' });
    return {
      error: new UnreachableDatabaseError(
        `Can't connect to the database of ${variable} at ${host}:${port}: ${reason}.`,
        { cause: error },
      ),
      isTransient: isTransient(error as NodeJS.ErrnoException),
    };
  } finally {
    attempt.abort();
    // Not awaited: a server that hangs would not respond to it.
    void client.end().catch(() => undefined);
  }
}

/** @param version such as `18.4` or `17beta1`; of servers with other numbers nothing is assumed */
function assertSupported(
  version: string,
  variable: string,
  { host, port }: { host: string; port: number },
): void {
  const major = /^\d+/.exec(version)?.[0];
  if (major === undefined || Number(major) >= MIN_POSTGRES) return;
  throw new UnreachableDatabaseError(
    `The database of ${variable} at ${host}:${port} is PostgreSQL ${version}, and this service needs ${MIN_POSTGRES} or later. Upgrade it, or name another server.`,
  );
}

/** @param end of the attempt: removes the listener, of which a long wait would collect many */
function rejectOnAbort(signal: AbortSignal | undefined, end: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new Error('the process is stopping'));
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true, signal: end });
  });
}

/** The driver's own errors, for timeouts and cut connections, have no code. */
function isTransient({ code }: NodeJS.ErrnoException): boolean {
  return code === undefined || TRANSIENT_CODES.has(code);
}

function reasonOf(
  { code, message }: NodeJS.ErrnoException,
  { user, database }: { user: string; database: string },
): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused. Start PostgreSQL, or correct the address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown host. Correct the address';
    case '28000':
      return `user ${user} was refused (${message}). Allow it in pg_hba.conf, add ?sslmode=verify-full if encryption is asked for, or correct the user`;
    case '53300':
      return `${message}. Raise max_connections of PostgreSQL, or lower DATABASE_POOL of the processes`;
    case '28P01':
      return `authentication failed for user ${user}. Correct the user or the password`;
    case '3D000':
      return `database ${database} does not exist. Create it with "createdb ${database}", or correct its name`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `unknown certificate authority (${message}). Set NODE_EXTRA_CA_CERTS to the file of its certificate`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate is for another host (${message.replace(/\W+$/, '')}). Name the host that it is for`;
    default:
      return `${message}${remedyOf(message)}`;
  }
}

/** For errors of the driver, which have no code. */
function remedyOf(message: string): string {
  if (/startup parameter/.test(message))
    return '. If this is a pooler, set DATABASE_DIRECT_URL to the address of the server itself';
  if (/timeout/.test(message))
    return `. Check that PostgreSQL listens at this address and port, and that no firewall is between`;
  if (/terminated/.test(message))
    return '. Check that PostgreSQL, not another program, listens at this address and port';
  if (/does not support SSL/.test(message)) return '. Set up TLS there, or remove sslmode from the URL';
  return '';
}
