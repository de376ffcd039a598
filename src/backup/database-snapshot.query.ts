import type { Readable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations } from '../database/prepare-database';
import { holdFiles } from './backup-hold.query';
import { givenNumbers, type ServiceTable, serviceTables } from './service-tables.query';

const CONNECT_MS = 10_000;

/** Whose rows name files, by which column, and which of them; a column that an older schema lacks asks for nothing. */
export const NAMING = [
  { table: 'attachment', column: 'sha256', unlessSet: 'date_deleted' },
  { table: 'asset_file', column: 'sha256' },
  { table: 'export_task', column: 'sha256' },
  { table: 'image_rendition', column: 'sha256' },
  { table: 'import_task', column: 'source_sha256', where: "status IN ('created', 'processing')" },
] as const;

/** Text that every PostgreSQL reads alike. */
const PLAIN_TEXT = `SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET bytea_output = 'hex';
  SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0`;

/** All rows of a service at one moment. While it is open, the service runs on and no file that a row names is removed. */
export class DatabaseSnapshot {
  private constructor(
    private readonly client: Client,
    readonly tables: readonly ServiceTable[],
    readonly migrations: readonly string[],
    readonly moment: string,
  ) {}

  static async open(url: string): Promise<DatabaseSnapshot> {
    const client = new Client({
      connectionString: url,
      application_name: 'fieldhouse backup',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(PLAIN_TEXT);
    await holdFiles(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ moment: Date }>('SELECT now() AS moment');
    const migrations = await appliedMigrations(client);
    const tables = await serviceTables(client);
    // Nobody changes a table while it is read.
    const names = tables.map(({ name }) => escapeIdentifier(name));
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    return new DatabaseSnapshot(client, tables, migrations, rows[0]!.moment.toISOString());
  }

  /** Null before the first start of a service. */
  async keyFingerprint(): Promise<string | null> {
    const { rows } = await this.client.query<{ value: string }>(
      `SELECT value FROM instance_setting WHERE name = 'secret key fingerprint'`,
    );
    return rows[0]?.value ?? null;
  }

  sequences(): Promise<{ name: string; last: string }[]> {
    return givenNumbers(this.client);
  }

  /** The rows of a table as text; how many there were is known at its end. */
  rowsOf({ name, columns }: ServiceTable): Readable & { readonly rowCount: number } {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyTo(`COPY (SELECT ${list} FROM ${escapeIdentifier(name)}) TO STDOUT`));
  }

  /** The hashes of all files that rows name, each once, a line each. */
  fileNames(): Readable & { readonly rowCount: number } {
    const parts = NAMING.flatMap((naming) => {
      const columns = this.tables.find(({ name }) => name === naming.table)?.columns ?? [];
      if (!columns.includes(naming.column)) return [];
      const conditions = [
        `${naming.column} IS NOT NULL`,
        ...('where' in naming ? [naming.where] : []),
        ...('unlessSet' in naming && columns.includes(naming.unlessSet)
          ? [`${naming.unlessSet} IS NULL`]
          : []),
      ];
      return [
        `SELECT encode(${naming.column}, 'hex') FROM ${naming.table} WHERE ${conditions.join(' AND ')}`,
      ];
    });
    return this.client.query(copyTo(`COPY (${parts.join(' UNION ')} ORDER BY 1) TO STDOUT`));
  }

  /** The rows are read; files stay held. */
  async rowsAreRead(): Promise<void> {
    await this.client.query('COMMIT');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
