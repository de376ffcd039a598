import { withClient } from '../support/test-database';

/** Tables of the public schema; partitions are summarised in a line of their table. */
const TABLES = `
  SELECT c.oid, c.relname AS name,
         CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS "partitionKey",
         c.relpersistence = 'u' AS "isUnlogged", c.reloptions AS options,
         (SELECT count(*)::int FROM pg_inherits i WHERE i.inhparent = c.oid) AS partitions
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY c.relname COLLATE "C"`;

const COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
         a.attidentity AS identity, pg_get_expr(d.adbin, d.adrelid) AS "default"
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
   ORDER BY a.attnum`;

/** Without NOT NULL constraints, which columns show. */
const CONSTRAINTS = `
  SELECT conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE conrelid = $1 AND contype <> 'n' AND conparentid = 0
   ORDER BY contype::text COLLATE "C" DESC, conname COLLATE "C"`;

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i
   WHERE i.indrelid = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))
   ORDER BY i.indexrelid::regclass::text COLLATE "C"`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(oid) AS definition
    FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname COLLATE "C"`;

/** Storage settings of partitions, the same for all of a table. */
const PARTITION_OPTIONS = `
  SELECT c.reloptions AS options, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = $1 ORDER BY c.relname COLLATE "C"`;

/** Sequences, except those of identity columns. */
const SEQUENCES = `
  SELECT s.seqrelid::regclass::text AS name, format_type(s.seqtypid, NULL) AS type, s.seqstart AS start,
         s.seqincrement AS increment, s.seqcache AS cache
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
   WHERE c.relnamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i')
   ORDER BY c.relname COLLATE "C"`;

const FUNCTIONS = `
  SELECT pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
   ORDER BY p.oid::regprocedure::text COLLATE "C"`;

interface TableRow {
  oid: number;
  name: string;
  partitionKey: string | null;
  isUnlogged: boolean;
  options: string[] | null;
  partitions: number;
}

interface ColumnRow {
  name: string;
  type: string;
  notNull: boolean;
  identity: string;
  default: string | null;
}

/** Describes the schema `public` as stable text for review; not executable. */
export async function describeSchema(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const query = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
      (await client.query<Row>(sql, values)).rows;
    const blocks: string[] = [];
    for (const { name, type, start, increment, cache } of await query<Record<string, string>>(SEQUENCES)) {
      blocks.push(`CREATE SEQUENCE ${name} AS ${type} START ${start} INCREMENT ${increment} CACHE ${cache};`);
    }
    for (const table of await query<TableRow>(TABLES)) {
      const columns = (await query<ColumnRow>(COLUMNS, table.oid)).map(describeColumn);
      const constraints = (await query<{ name: string; definition: string }>(CONSTRAINTS, table.oid)).map(
        ({ name, definition }) => `CONSTRAINT ${name} ${definition}`,
      );
      const partitioned = table.partitionKey === null ? '' : ` PARTITION BY ${table.partitionKey}`;
      const lines = [
        `CREATE ${table.isUnlogged ? 'UNLOGGED ' : ''}TABLE ${table.name} (`,
        [...columns, ...constraints].map((line) => `  ${line}`).join(',\n'),
        `)${partitioned}${describeOptions(table.options)};`,
      ];
      if (table.partitions > 0) {
        const partitions = await query<{ options: string[] | null; bound: string }>(
          PARTITION_OPTIONS,
          table.oid,
        );
        const kinds = new Set(
          partitions.map(
            ({ options, bound }) =>
              `${bound.replace(/remainder \d+/, 'remainder n')}${describeOptions(options)}`,
          ),
        );
        lines.push(`-- ${table.partitions} partitions: ${[...kinds].sort().join('; ')}`);
      }
      for (const statement of [INDEXES, TRIGGERS]) {
        for (const { definition } of await query<{ definition: string }>(statement, table.oid)) {
          lines.push(`${definition};`);
        }
      }
      blocks.push(lines.join('\n'));
    }
    for (const { definition } of await query<{ definition: string }>(FUNCTIONS)) {
      blocks.push(`${definition.trim()};`);
    }
    return `${blocks.join('\n\n')}\n`;
  });
}

function describeColumn({ name, type, notNull, identity, default: defaultValue }: ColumnRow): string {
  return [
    name,
    type,
    identity === 'a'
      ? 'GENERATED ALWAYS AS IDENTITY'
      : identity === 'd'
        ? 'GENERATED BY DEFAULT AS IDENTITY'
        : '',
    notNull ? 'NOT NULL' : '',
    defaultValue === null ? '' : `DEFAULT ${defaultValue}`,
  ]
    .filter((word) => word !== '')
    .join(' ');
}

function describeOptions(options: string[] | null): string {
  return options === null ? '' : ` WITH (${[...options].sort().join(', ')})`;
}
