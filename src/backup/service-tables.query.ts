import type { Client } from 'pg';
import { DISTRIBUTED_TABLES } from '../database/sharding/distribute-tables.query';

export interface ServiceTable {
  readonly name: string;
  /** Without generated columns, in table order. */
  readonly columns: readonly string[];
}

/** Not copied: the manifest lists the migrations. */
const MIGRATION_TABLE = 'schema_migration';
/** Not copied: transaction ids of this cluster. */
const ASSET_CHANGE_TABLE = 'asset_change';

/** Unlogged tables are caches, which standbys can't read. */
const IS_SERVICE_TABLE = `
  c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relpersistence = 'p'
  AND c.relname NOT IN ('${MIGRATION_TABLE}', '${ASSET_CHANGE_TABLE}')
  AND NOT EXISTS (SELECT FROM pg_depend d
                   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** Tables of the service in topological order; partitions are read through their parent. */
export async function serviceTables(client: Client): Promise<ServiceTable[]> {
  const { rows: tables } = await client.query<ServiceTable>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${IS_SERVICE_TABLE} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname`);
  const { rows: references } = await client.query<Reference>(`
    SELECT c.relname::text AS "from", target.relname::text AS "to"
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class target ON target.oid = k.confrelid
     WHERE k.contype = 'f' AND ${IS_SERVICE_TABLE} AND NOT target.relispartition`);
  // Foreign keys to assets end with distribution, the order does not.
  references.push(...DISTRIBUTED_TABLES.map((name) => ({ from: name, to: 'asset' })));
  const byName = new Map(tables.map((table) => [table.name, table]));
  return topologicalOrder([...byName.keys()], references).flatMap((name) => byName.get(name) ?? []);
}

/** Last value of each sequence, unused ones left out. */
export async function sequenceValues(client: Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> $1
      ORDER BY 1`,
    [`${MIGRATION_TABLE}_id_seq`],
  );
  return rows;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Topological order of tables by foreign keys: referenced tables first. Self-references are allowed.
 * @throws Error for a cycle
 */
export function topologicalOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let remaining = [...tables].sort();
  while (remaining.length > 0) {
    const unordered = new Set(remaining);
    const ready = remaining.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !unordered.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`The tables ${remaining.join(', ')} reference each other in a cycle.`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}
