import type { Client } from 'pg';
import { AssetReads } from '../../../../src/database/cache/asset-reads';
import { ChangeFeed } from '../../../../src/database/change-feed';
import type { TestApp } from '../../../support/app';

/** A table's rows of one asset, as `asset_file of 7`. */
export type Part = `${string} of ${number}`;

/** Does not change with what callers do to assets, changes with every question, or only tells that something changed. */
const UNTOLD = new Set(['ownership_transfer', 'asset_change']);

/** The rows of all assets, their digests, and how they were when they were kept. */
export class World {
  private tables: readonly { readonly name: string; readonly columns: string }[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly client: Client,
  ) {}

  /** Keeps all rows as they are now. */
  async keep(): Promise<void> {
    const { rows } = await this.client.query<{ name: string; columns: string }>(
      `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND a.attgenerated = ''
        GROUP BY c.relname HAVING 'asset_id' = ANY(array_agg(a.attname::text)) OR c.relname = 'asset'`,
    );
    this.tables = rows.filter(({ name }) => !UNTOLD.has(name));
    await this.client.query('CREATE SCHEMA kept');
    for (const { name } of this.tables) await this.client.query(`CREATE TABLE kept.${name} AS TABLE ${name}`);
  }

  /** What each part of the database holds, in a word. */
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

  /** Puts parts back as they were kept; nobody is told by the database, so the service is told here. */
  async restore(parts: readonly Part[]): Promise<void> {
    if (parts.length === 0) return;
    await this.client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const part of parts) {
      const [name = '', id = ''] = part.split(' of ');
      const columns = this.tables.find((table) => table.name === name)!.columns;
      await this.client.query(`DELETE FROM ${name} WHERE ${keyOf(name)} = ${Number(id)}`);
      await this.client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM kept.${name} WHERE ${keyOf(name)} = ${Number(id)}`,
      );
    }
    await this.client.query('COMMIT');
    this.app.nest.get(AssetReads).lost();
    const feed = this.app.nest.get(ChangeFeed);
    for (const part of parts) feed.announce('asset', Number(part.split(' of ')[1]));
  }
}

/** The parts that differ. */
export function differing(before: ReadonlyMap<Part, string>, after: ReadonlyMap<Part, string>): Part[] {
  const parts = new Set([...before.keys(), ...after.keys()]);
  return [...parts].filter((part) => before.get(part) !== after.get(part)).sort();
}

function keyOf(table: string): string {
  return table === 'asset' ? 'id' : 'asset_id';
}
