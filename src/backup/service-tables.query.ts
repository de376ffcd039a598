import type { Client } from 'pg';
import { inFillingOrder, type Reference } from './table-order';

export interface ServiceTable {
  readonly name: string;
  /** Those that are written, in the order of the table. */
  readonly columns: readonly string[];
}

/** Which migrations have run is told by name, and known to the database before the rows come. */
const HISTORY = 'schema_migration';
/** Of transactions of this cluster, for the processes that run now. */
const CHANGES = 'asset_change';

const OF_THE_SERVICE = `
  c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname NOT IN ('${HISTORY}', '${CHANGES}')
  AND NOT EXISTS (SELECT FROM pg_depend d
                   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** The tables that hold the service's rows, in an order in which they can be filled. Partitions are read by their table. */
export async function serviceTables(client: Client): Promise<ServiceTable[]> {
  const { rows: tables } = await client.query<ServiceTable>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${OF_THE_SERVICE} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname`);
  const { rows: references } = await client.query<Reference>(`
    SELECT c.relname::text AS "from", named.relname::text AS "to"
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class named ON named.oid = k.confrelid
     WHERE k.contype = 'f' AND ${OF_THE_SERVICE} AND NOT named.relispartition`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  return inFillingOrder([...byName.keys()], references).flatMap((name) => byName.get(name) ?? []);
}

/** The last number that each sequence gave out; those that gave out none are left out. */
export async function givenNumbers(client: Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> $1
      ORDER BY 1`,
    [`${HISTORY}_id_seq`],
  );
  return rows;
}
