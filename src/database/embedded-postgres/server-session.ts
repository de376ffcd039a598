import { Client, DatabaseError } from 'pg';
import { OWNER } from './cluster';

/** Any number that nothing else in this database locks: "fieldhou" read as ASCII. */
const HOLD_LOCK = 0x6669656c64686f75n;

/** The driver's types leave these methods out. */
type HoldClient = Client & { ref(): void; unref(): void };

/**
 * A connection that says "this process uses the server". Several processes may share one server; a shared advisory
 * lock counts them, and a killed process drops out by itself because its connection breaks.
 */
export class ServerSession {
  private closing = false;

  private constructor(private readonly client: HoldClient) {}

  /**
   * Connects and joins those who use the server, making the service's database if it is new.
   * Waits while the last of the others is stopping the server, and then fails.
   * @param onLost called when the connection breaks without having been ended here
   */
  static async open(url: string, onLost: () => void): Promise<ServerSession> {
    const session = new ServerSession(await connectOrCreate(url));
    try {
      await session.client.query('SELECT pg_advisory_lock_shared($1)', [HOLD_LOCK]);
    } catch (error) {
      await session.end();
      throw error;
    }
    session.client.on('error', () => {
      if (session.closing) return;
      session.closing = true;
      onLost();
    });
    // The connection alone must not keep a finished program alive.
    session.client.unref();
    return session;
  }

  /**
   * Leaves. True when nobody else uses the server; until `end` nobody can join then, so that the server can be
   * stopped under no one's feet.
   */
  async leave(): Promise<boolean> {
    this.closing = true;
    this.client.ref();
    try {
      await this.client.query('SELECT pg_advisory_unlock_shared($1)', [HOLD_LOCK]);
      const { rows } = await this.client.query<{ alone: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS alone',
        [HOLD_LOCK],
      );
      return rows[0]?.alone === true;
    } catch {
      // The connection is broken: nobody can be asked, and a server that runs on would be a leftover.
      return true;
    }
  }

  /** Ends the connection; never fails. */
  async end(): Promise<void> {
    this.closing = true;
    await this.client.end().catch(() => undefined);
  }
}

/** Whether a failed connection means that the server is starting or ending, so that looking again makes sense. */
export function isPassingFailure(error: unknown): boolean {
  // 57P01-57P03: shutting down, crashed, starting up. A plain error comes from the socket.
  return error instanceof DatabaseError ? (error.code ?? '').startsWith('57P') : error instanceof Error;
}

async function connectOrCreate(url: string): Promise<HoldClient> {
  try {
    return await connect(url);
  } catch (error) {
    // 3D000: the database does not exist; the server's first start.
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error;
  }
  const first = new URL(url);
  first.pathname = '/postgres';
  const client = await connect(first.href);
  try {
    await client.query(`CREATE DATABASE ${OWNER}`);
  } catch (error) {
    // 42P04, 23505: another process that starts at the same time was faster.
    if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return connect(url);
}

async function connect(url: string): Promise<HoldClient> {
  const client = new Client({
    connectionString: url,
    application_name: `${OWNER}-hold`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A client without a listener takes the process down with the server.
  client.on('error', () => undefined);
  await client.connect();
  return client as HoldClient;
}
