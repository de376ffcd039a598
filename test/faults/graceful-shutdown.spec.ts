import { once } from 'node:events';
import { connect } from 'node:net';
import { MIGRATION_LOCK } from '../../src/database/prepare-database';
import { makeAsset } from '../factories/asset.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { ServiceProcess } from '../support/service-process';
import { withClient } from '../support/test-database';

const LONG = process.env['TEST_PROFILE'] === 'long';
const ROUNDS = LONG ? 20 : 2;
const IN_FLIGHT = 20;
/** Long profile only: it has the machine to itself. */
const MAX_MS = 2_000;

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  ({ uid } = await makeAsset(app));
});
afterAll(() => app.stop());

const get = async (service: ServiceProcess, path: string): Promise<number> => {
  const response = await fetch(service.origin + path, {
    headers: { Authorization: `Token ${app.tokenOf('owner')}` },
  });
  await response.arrayBuffer();
  return response.status;
};

async function isOpen({ origin }: ServiceProcess): Promise<boolean> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

it(`becomes unready, closes its port and completes ${IN_FLIGHT} requests in flight before it exits`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await ServiceProcess.startFor(app);
    expect(await get(service, '/health/ready')).toBe(200);
    // Requests wait for this lock, so that they are in flight.
    const statuses = await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE asset IN ACCESS EXCLUSIVE MODE');
      const responses = Array.from({ length: IN_FLIGHT }, () => get(service, `/api/v2/assets/${uid}/`));
      await eventually(
        async () =>
          (await client.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount,
        (waiting) => waiting! > 0,
      );
      const signalled = performance.now();
      service.signal('SIGTERM');
      await eventually(
        () => get(service, '/health/ready'),
        (status) => status === 503,
        { everyMs: 5 },
      );
      await eventually(
        () => isOpen(service),
        (open) => !open,
        { everyMs: 5 },
      );
      const closedMs = performance.now() - signalled;
      await client.query('COMMIT');
      process.stderr.write(`graceful-shutdown: closed after ${closedMs.toFixed(0)} ms\n`);
      return Promise.all(responses);
    });
    const completed = performance.now();
    expect(statuses).toEqual(Array.from({ length: IN_FLIGHT }, () => 200));
    expect(await service.waitForExit()).toBe(0);
    const exitMs = performance.now() - completed;
    process.stderr.write(`graceful-shutdown: exited ${exitMs.toFixed(0)} ms after the last response\n`);
    if (LONG) expect(exitMs).toBeLessThan(MAX_MS);
  }
});

it('exits on a signal during startup', async () => {
  await withClient(app.databaseUrl, async (client) => {
    // The startup waits for the migration lock.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const service = ServiceProcess.launch(app);
    await eventually(
      async () =>
        (await client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
      (waiting) => waiting! > 0,
    );
    service.signal('SIGTERM');
    expect(await service.waitForExit()).toBe(0);
  });
});
