import type { Writable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { numberAnew } from '../database/claimed-cluster.query';
import { type ServiceTable, serviceTables } from './service-tables.query';

const CONNECT_MS = 10_000;
/** What each process of a service makes by itself, before anybody has used it. */
const OF_A_NEW_SERVICE: Readonly<Record<string, string>> = {
  app_user: "username = 'AnonymousUser'",
  instance_setting: 'true',
};

/** A database that is filled from a backup, in one transaction: whatever happens, it holds all rows or none. */
export class RestoreTarget {
  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<RestoreTarget> {
    const client = new Client({
      connectionString: url,
      application_name: 'fieldhouse restore',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    return new RestoreTarget(client);
  }

  /** The first table that holds what somebody made here; undefined when the service is empty, or has no tables yet. */
  async usedTable(): Promise<string | undefined> {
    for (const { name } of await serviceTables(this.client)) {
      const condition = OF_A_NEW_SERVICE[name] ?? 'false';
      const { rowCount } = await this.client.query(
        `SELECT FROM ${escapeIdentifier(name)} WHERE NOT (${condition}) LIMIT 1`,
      );
      if (rowCount! > 0) return name;
    }
    return undefined;
  }

  /** From now on no service makes anything here. */
  async begin(): Promise<void> {
    await this.client
      .query(`BEGIN; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL timezone = 'UTC';
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0;
      LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE`);
  }

  async removeOwn(): Promise<void> {
    for (const name of Object.keys(OF_A_NEW_SERVICE))
      await this.client.query(`DELETE FROM ${escapeIdentifier(name)}`);
  }

  /** Takes the rows of a table as text. */
  fill({ name, columns }: ServiceTable): Writable & { readonly rowCount: number } {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyFrom(`COPY ${escapeIdentifier(name)} (${list}) FROM STDIN`));
  }

  /** The sequence goes on after this number. */
  async goOnAfter({ name, last }: { name: string; last: string }): Promise<void> {
    await this.client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last]);
  }

  /** Changes of submissions are numbered by transactions, which are others here (decision 74). */
  async commit(): Promise<void> {
    const { rows } = await this.client.query<{ exists: boolean }>(
      `SELECT to_regclass('submission_change') IS NOT NULL AS exists`,
    );
    if (rows[0]?.exists === true) await numberAnew(this.client);
    await this.client.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => undefined);
  }

  /** So that the first questions are planned with figures of what is there. */
  async analyse(): Promise<void> {
    await this.client.query('ANALYZE');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
