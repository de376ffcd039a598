import type { Client } from 'pg';
import { ResponseCache } from '../../../../src/http/response-cache/response-cache';
import { ChangeNotifications } from '../../../../src/database/change-notifications';
import type { TestApp } from '../../../support/app';

/** Rows of one asset in one table, as `asset_file of 7`. */
export type Part = `${string} of ${number}`;

/** Excluded: unaffected by requests on assets, changed by each request, or change notifications only. */
const EXCLUDED_TABLES = new Set(['ownership_transfer', 'asset_change']);

export class DatabaseSnapshot {
  private tables: readonly { readonly name: string; readonly columns: string }[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly client: Client,
  ) {}

  async capture(): Promise<void> {
    const { rows } = await this.client.query<{ name: string; columns: string }>(
      `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND a.attgenerated = ''
        GROUP BY c.relname HAVING 'asset_id' = ANY(array_agg(a.attname::text)) OR c.relname = 'asset'`,
    );
    this.tables = rows.filter(({ name }) => !EXCLUDED_TABLES.has(name));
    await this.client.query('CREATE SCHEMA snapshot');
    for (const { name } of this.tables)
      await this.client.query(`CREATE TABLE snapshot.${name} AS TABLE ${name}`);
  }

  async digests(): Promise<Map<Part, string>> {
    const selects = this.tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, ${keyOf(name)} AS asset, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS digest
           FROM ${name} t WHERE ${keyOf(name)} IS NOT NULL GROUP BY 2`,
    );
    const { rows } = await this.client.query<{ name: string; asset: number; digest: string }>(
      selects.join(' UNION ALL '),
    );
    return new Map(rows.map(({ name, asset, digest }) => [`${name} of ${asset}`, digest]));
  }

  /** Restores parts. Replica mode fires no triggers, so the notifications are published here. */
  async restore(parts: readonly Part[]): Promise<void> {
    if (parts.length === 0) return;
    await this.client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const part of parts) {
      const [name = '', id = ''] = part.split(' of ');
      const columns = this.tables.find((table) => table.name === name)!.columns;
      await this.client.query(`DELETE FROM ${name} WHERE ${keyOf(name)} = ${Number(id)}`);
      await this.client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM snapshot.${name} WHERE ${keyOf(name)} = ${Number(id)}`,
      );
    }
    await this.client.query('COMMIT');
    this.app.nest.get(ResponseCache).clear();
    const notifications = this.app.nest.get(ChangeNotifications);
    for (const part of parts) notifications.publish('asset', Number(part.split(' of ')[1]));
  }
}

export function differing(before: ReadonlyMap<Part, string>, after: ReadonlyMap<Part, string>): Part[] {
  const parts = new Set([...before.keys(), ...after.keys()]);
  return [...parts].filter((part) => before.get(part) !== after.get(part)).sort();
}

function keyOf(table: string): string {
  return table === 'asset' ? 'id' : 'asset_id';
}
