import type { Writable } from 'node:stream';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '../database/connection/open-connection';
import { renumberChanges } from '../database/cluster-identity.query';
import { type ServiceTable, serviceTables } from './service-tables.query';

const CONNECT_TIMEOUT_MS = 10_000;
/** Conditions of rows that a service creates at its start. */
const DEFAULT_ROWS: Readonly<Record<string, string>> = {
  app_user: "username = 'AnonymousUser'",
  instance_setting: 'true',
};

export class RestoreTarget {
  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<RestoreTarget> {
    const client = createClient(url, {
      application_name: 'fieldhouse restore',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    return new RestoreTarget(client);
  }

  /** Finds a table with user data; undefined if the service is empty or has no tables. */
  async findUsedTable(): Promise<string | undefined> {
    for (const { name } of await serviceTables(this.client)) {
      const condition = DEFAULT_ROWS[name] ?? 'false';
      const { rowCount } = await this.client.query(
        `SELECT FROM ${escapeIdentifier(name)} WHERE NOT (${condition}) LIMIT 1`,
      );
      if (rowCount! > 0) return name;
    }
    return undefined;
  }

  /** Begins the transaction and blocks running services. */
  async begin(): Promise<void> {
    await this.client
      .query(`BEGIN; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL timezone = 'UTC';
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0;
      LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE`);
  }

  async removeDefaultRows(): Promise<void> {
    for (const name of Object.keys(DEFAULT_ROWS))
      await this.client.query(`DELETE FROM ${escapeIdentifier(name)}`);
  }

  fill({ name, columns }: ServiceTable): Writable & { readonly rowCount: number } {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyFrom(`COPY ${escapeIdentifier(name)} (${list}) FROM STDIN`));
  }

  async setSequence({ name, last }: { name: string; last: string }): Promise<void> {
    await this.client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last]);
  }

  /** Renumbers changes of submissions: transaction ids are specific to a cluster (decision 74). */
  async commit(): Promise<void> {
    const { rows } = await this.client.query<{ exists: boolean }>(
      `SELECT to_regclass('submission_change') IS NOT NULL AS exists`,
    );
    if (rows[0]?.exists === true) await renumberChanges(this.client);
    await this.client.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => undefined);
  }

  async analyze(): Promise<void> {
    await this.client.query('ANALYZE');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
