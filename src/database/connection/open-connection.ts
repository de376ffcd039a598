import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { needsSelection, readServers } from '../../config/database-settings';
import { PrimaryFinder } from './primary-finder';

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
