import { Client } from 'pg';

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
export class PrimaryFinder {
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
