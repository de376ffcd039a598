import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { needsSelection, readServers } from '../../config/database-settings';

/** Short: a server that is down often does not respond at all, and the next one may be the primary. */
const PROBE_TIMEOUT_MS = 1_000;
/** Spares a standby that is being promoted hundreds of probes per second. */
const FAILURE_TTL_MS = 200;

/** No server of the URL accepts writes, as between the end of a primary and the promotion of a standby. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '08006';
}

/** Finds the server that accepts writes, once for all connections of the process until one of them breaks. */
class PrimaryFinder {
  private primary: Promise<string> | undefined;

  /** @param urls of the servers, in the order in which they are tried */
  constructor(private readonly urls: readonly string[]) {}

  /** @returns URL of the primary. @throws NoPrimaryError, or the error of a server if none is a standby */
  find(): Promise<string> {
    if (this.primary === undefined) {
      const search = this.search();
      this.primary = search;
      search.catch(() => setTimeout(() => this.forget(search), FAILURE_TTL_MS).unref());
    }
    return this.primary;
  }

  /** Makes the next connection look for the primary again. @param search only if this is its latest result */
  forget(search?: Promise<string>): void {
    if (search === undefined || search === this.primary) this.primary = undefined;
  }

  private async search(): Promise<string> {
    const errors: Error[] = [];
    for (const url of this.urls) {
      const error = await probe(url);
      if (error === undefined) return url;
      errors.push(error);
    }
    if (errors.length === 1) throw errors[0]!;
    throw new NoPrimaryError(
      `No server of DATABASE_URL accepts writes (${errors.map(({ message }) => message).join('; ')}). Promote a standby, or start the primary.`,
    );
  }
}

/** @returns why the server is no primary; undefined if it is */
async function probe(url: string): Promise<Error | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'fieldhouse probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only === 'off') return undefined;
    return new NoPrimaryError(`${client.host}:${client.port} is read-only`);
  } catch (error) {
    return error as Error;
  } finally {
    // Not awaited: a server that hangs would not respond to it.
    void client.end().catch(() => undefined);
  }
}

type Connected = (error?: Error) => void;

/** By URL, so that all pools and connections of the process find a new primary together. */
const clientClasses = new Map<string, typeof Client>();

/** Options of a client or pool that connects to the primary of a URL. */
export function connectionTarget(url: string): { connectionString: string; Client: typeof Client } {
  return { connectionString: readServers(url).urls[0]!, Client: clientClassOf(url) };
}

/** Creates a client of the primary that is not yet connected. */
export function createClient(url: string, config: Omit<ClientConfig, 'connectionString'>): Client {
  const { connectionString, Client: ClientClass } = connectionTarget(url);
  return new ClientClass({ ...config, connectionString });
}

export function createPool(url: string, config: Omit<PoolConfig, 'connectionString'>): Pool {
  return new Pool({ ...config, ...connectionTarget(url) });
}

function clientClassOf(url: string): typeof Client {
  const servers = readServers(url);
  if (!needsSelection(servers)) return Client;
  let found = clientClasses.get(url);
  if (found === undefined) {
    found = primaryClientClass(new PrimaryFinder(servers.urls));
    clientClasses.set(url, found);
  }
  return found;
}

/** Client that connects to the current primary, whichever server it was created for. */
function primaryClientClass(finder: PrimaryFinder): typeof Client {
  class PrimaryClient extends Client {
    override connect(): Promise<this>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<this> | void {
      const connecting = this.connectToPrimary();
      if (connected === undefined) return connecting;
      connecting.then(() => connected(), connected);
    }

    private async connectToPrimary(): Promise<this> {
      const { host, port } = new Client({ connectionString: await finder.find() });
      // A pool destroys the socket of a client that takes too long.
      if (this.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect');
      Object.assign(this, { host, port });
      // Also after a failed start: the server found earlier may be down.
      this.once('end', () => finder.forget());
      await super.connect();
      return this;
    }
  }
  return PrimaryClient;
}

/**
 * Addresses of the database.
 *
 * `directUrl` differs from `url` if that is a pooler in transaction mode, where LISTEN and session locks do not work.
 */
export class DatabaseAddress {
  constructor(
    readonly url: string,
    readonly directUrl = url,
  ) {}

  get isPooled(): boolean {
    return this.directUrl !== this.url;
  }
}
