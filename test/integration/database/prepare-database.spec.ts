import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { assertPrepared, prepareDatabase } from '../../../src/database/prepare-database';
import { runMigrations } from '../../../src/database/run-migrations';
import { createTestDatabase } from '../../support/test-database';

describe('prepareDatabase', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('does nothing if the schema is current', async () => {
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('migrates an empty database once when several processes start', async () => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const ran = await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(database.url)));
    expect(ran.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('waits for transactions of other processes without holding up their statements', async () => {
    const dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    // Back to the schema without a column that its migration adds.
    for (let undone = 0; undone < 1000 && (await hasPartCount(client)); undone += 1)
      await dataSource.undoLastMigration();
    await dataSource.destroy();
    await client.query('BEGIN; SELECT FROM submission_summary');
    const lines: string[] = [];
    const preparing = prepareDatabase(database.url, (line) => lines.push(line));
    const other = new Client({ connectionString: database.url, statement_timeout: 4_000 });
    await other.connect();
    for (let reads = 0; lines.length === 0 && reads < 300; reads += 1) {
      await other.query('SELECT FROM submission_summary');
      await pause(20);
    }
    await client.query('COMMIT');
    await other.end();
    expect(lines).toEqual(['A migration waits for transactions of other processes …']);
    expect(await preparing).toContain('SummaryPartCount1795808000000');
  });

  it('repeats a migration that a deadlock ended, and names what holds it up for too long', async () => {
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const migrations = jest.fn().mockRejectedValueOnce(deadlock).mockResolvedValueOnce([]);
    const source = { runMigrations: migrations } as unknown as DataSource;
    const log = jest.fn();
    await runMigrations(source, log);
    expect(migrations).toHaveBeenCalledTimes(2);
    expect(log).toHaveBeenCalledTimes(1);
    migrations.mockRejectedValue(deadlock);
    await expect(runMigrations(source, log, -1)).rejects.toThrow(/\(deadlock detected\)\. Wait for long /);
  });

  it('counts the time of waiting, not that of migrations that went before', async () => {
    const locked = Object.assign(new Error('lock timeout'), { code: '55P03' });
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    const migrations = jest.fn().mockResolvedValue([]);
    migrations.mockImplementationOnce(() => {
      now += 3_600_000;
      return Promise.reject(locked);
    });
    await runMigrations({ runMigrations: migrations } as unknown as DataSource, jest.fn());
    clock.mockRestore();
    expect(migrations).toHaveBeenCalledTimes(2);
  });

  it('reports missing migrations to a start without migrations', async () => {
    await expect(assertPrepared(database.url)).resolves.toBeUndefined();
    const empty = await createTestDatabase({ migrated: false });
    await expect(assertPrepared(empty.url)).rejects.toThrow(
      /^The database lacks \d+ migrations of this version, and MIGRATE_ON_START=false: run "\S.* migrate" first/,
    );
    await empty.drop();
  });

  it('reports the missing privilege without the password', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const unprivileged = new URL(empty.url);
    unprivileged.username = `stranger_${unprivileged.pathname.slice(-10)}`;
    unprivileged.password = 'secret-password';
    const role = escapeIdentifier(unprivileged.username);
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-password'`);
    try {
      const error = await prepareDatabase(unprivileged.href).catch(String);
      expect(error).toMatch(
        new RegExp(
          `^Error: The user ${unprivileged.username} of DATABASE_URL can't create tables .* OWNER TO `,
        ),
      );
      expect(error).not.toContain('secret-password');
    } finally {
      await empty.drop();
      await client.query(`DROP ROLE ${role}`);
    }
  });

  it('refuses a database that a newer version has migrated', async () => {
    await client.query(
      `INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    await expect(prepareDatabase(database.url)).rejects.toThrow('newer version');
  });
});

async function hasPartCount(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM information_schema.columns WHERE table_name = 'submission_summary' AND column_name = 'part_count'`,
  );
  return rowCount === 1;
}
