import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { Environment } from '../../../src/config/environment';
import { ChangeNotifications } from '../../../src/database/change-notifications';
import { DatabaseAddress } from '../../../src/database/connection/open-connection';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { JobRunner } from '../../../src/jobs/graphile.queue';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const DAY_MS = 24 * 60 * 60_000;

let database: TestDatabase;
let client: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await client.end();
  await database.drop();
});

/** Process with one scheduled job that counts its runs. */
function makeProcess(everyMs: number, run: () => Promise<void> = async () => undefined) {
  const registry = new JobRegistry();
  const counted = jest.fn(run);
  registry.registerScheduled({ name: 'test.sweep', intervalMs: everyMs, run: counted });
  const environment = Object.assign(new Environment(), { ROLE: 'worker' });
  const address = new DatabaseAddress(database.url);
  const runner = new JobRunner(registry, environment, address, new ChangeNotifications(address));
  return { runner, counted };
}

const jobs = async (): Promise<unknown[]> =>
  (await client.query('SELECT key FROM graphile_worker._private_jobs')).rows;
const crontabs = async (): Promise<unknown[]> =>
  (await client.query('SELECT identifier FROM graphile_worker._private_known_crontabs')).rows;

const simulateDowntime = (): Promise<unknown> =>
  client.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since)
     VALUES ('test.sweep', now() - interval '3 days')`,
  );

describe('a scheduled job with an interval of at least a minute', () => {
  it('runs once across all processes, even a run missed during downtime', async () => {
    await simulateDowntime();
    const processes = [makeProcess(DAY_MS), makeProcess(DAY_MS), makeProcess(DAY_MS)];
    await Promise.all(processes.map(({ runner }) => runner.onApplicationBootstrap()));
    const done = async () => processes.reduce((sum, { counted }) => sum + counted.mock.calls.length, 0);
    await eventually(done, (times) => times > 0);
    // Shutdown waits until each process has checked for missed runs.
    await Promise.all(processes.map(({ runner }) => runner.beforeApplicationShutdown()));
    expect([await done(), await jobs()]).toEqual([1, []]);
  });

  it('is registered with the queue, not a timer of the process', async () => {
    const { runner, counted } = makeProcess(DAY_MS);
    await runner.onApplicationBootstrap();
    await eventually(crontabs, (crontabs) => crontabs.length > 0);
    await runner.beforeApplicationShutdown();
    expect(await crontabs()).toEqual([{ identifier: 'test.sweep' }]);
    expect(counted).not.toHaveBeenCalled();
  });

  it('waits for the next interval after a failure and leaves at most one job', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    await simulateDowntime();
    const { runner, counted } = makeProcess(DAY_MS, () => Promise.reject(new Error('no')));
    await runner.onApplicationBootstrap();
    const failed = `SELECT 1 FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL AND locked_at IS NULL`;
    await eventually(
      async () => client.query(failed),
      ({ rows }) => rows.length === 1,
    );
    await runner.beforeApplicationShutdown();
    expect([counted.mock.calls.length, await jobs()]).toEqual([1, [{ key: 'test.sweep' }]]);
  });
});

describe('a scheduled job with an interval below a minute', () => {
  it('runs in each process and is not registered with the queue', async () => {
    const processes = [makeProcess(15_000), makeProcess(15_000)];
    await Promise.all(processes.map(({ runner }) => runner.onApplicationBootstrap()));
    for (const { counted } of processes) {
      await eventually(
        async () => counted.mock.calls.length,
        (times) => times === 1,
      );
    }
    await Promise.all(processes.map(({ runner }) => runner.beforeApplicationShutdown()));
    expect(await crontabs()).toEqual([]);
  });
});
