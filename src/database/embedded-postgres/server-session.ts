import { Client, DatabaseError } from 'pg';
import { OWNER } from './cluster';

/** Advisory lock held by all users of a server: "fieldhou" in ASCII. */
const USAGE_LOCK = 0x6669656c64686f75n;

type RefClient = Client & { ref(): void; unref(): void };

/**
 * Connection that marks this process as a user of a shared server, by a shared advisory lock; a killed process releases it
 * with its connection.
 */
export class ServerSession {
  private closing = false;

  private constructor(private readonly client: RefClient) {}

  /**
   * Connects, creating the service's database on a new server, and takes the lock. Fails if the last user stops the server
   * meanwhile.
   * @param onLost called when the connection breaks
   */
  static async open(url: string, onLost: () => void): Promise<ServerSession> {
    const session = new ServerSession(await connectOrCreate(url));
    try {
      await session.client.query('SELECT pg_advisory_lock_shared($1)', [USAGE_LOCK]);
    } catch (error) {
      await session.end();
      throw error;
    }
    session.client.on('error', () => {
      if (session.closing) return;
      session.closing = true;
      onLost();
    });
    // The connection must not keep the event loop alive.
    session.client.unref();
    return session;
  }

  /**
   * Releases the lock. @returns true if there is no other user: the exclusive lock then keeps others from joining until
   * `end`, so that the server can be stopped
   */
  async leave(): Promise<boolean> {
    this.closing = true;
    this.client.ref();
    try {
      await this.client.query('SELECT pg_advisory_unlock_shared($1)', [USAGE_LOCK]);
      const { rows } = await this.client.query<{ alone: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS alone',
        [USAGE_LOCK],
      );
      return rows[0]?.alone === true;
    } catch {
      // Broken connection: assumes no other user, so that no server is left running.
      return true;
    }
  }

  async end(): Promise<void> {
    this.closing = true;
    await this.client.end().catch(() => undefined);
  }
}

/** Whether a connection failed since the server is starting or stopping: worth a retry. */
export function isTransientFailure(error: unknown): boolean {
  // 57P01-57P03: shutting down, crashed, starting up. Other errors are of the socket.
  return error instanceof DatabaseError ? (error.code ?? '').startsWith('57P') : error instanceof Error;
}

async function connectOrCreate(url: string): Promise<RefClient> {
  try {
    return await connect(url);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error;
  }
  const maintenanceUrl = new URL(url);
  maintenanceUrl.pathname = '/postgres';
  const client = await connect(maintenanceUrl.href);
  try {
    await client.query(`CREATE DATABASE ${OWNER}`);
  } catch (error) {
    // 42P04, 23505: created by a concurrent start.
    if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return connect(url);
}

async function connect(url: string): Promise<RefClient> {
  const client = new Client({
    connectionString: url,
    application_name: `${OWNER}-hold`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener a broken connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client as RefClient;
}
