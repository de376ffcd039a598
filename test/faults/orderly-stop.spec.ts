import { once } from 'node:events';
import { connect } from 'node:net';
import { MIGRATION_LOCK } from '../../src/database/prepare-database';
import { makeAsset } from '../factories/asset.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { ServiceProcess } from '../support/service-process';
import { withClient } from '../support/test-database';

const FULL = process.env['TEST_PROFILE'] === 'full';
const ROUNDS = FULL ? 20 : 2;
const IN_FLIGHT = 20;
/** Of the full profile, whose machine does nothing else. */
const MOST_MS = 2_000;

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  ({ uid } = await makeAsset(app));
});
afterAll(() => app.stop());

const get = async (service: ServiceProcess, path: string): Promise<number> => {
  const answer = await fetch(service.origin + path, {
    headers: { Authorization: `Token ${app.tokenOf('owner')}` },
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** Whether anybody takes connections there. */
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

it(`is not ready, then closed, and answers ${IN_FLIGHT} requests in flight before it ends`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await ServiceProcess.beside(app);
    expect(await get(service, '/health/ready')).toBe(200);
    // What is in flight waits for this lock, so that it is known to be in flight.
    const statuses = await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE asset IN ACCESS EXCLUSIVE MODE');
      const answers = Array.from({ length: IN_FLIGHT }, () => get(service, `/api/v2/assets/${uid}/`));
      await eventually(
        async () =>
          (await client.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount,
        (waiting) => waiting! > 0,
      );
      const told = performance.now();
      service.tell('SIGTERM');
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
      const closedMs = performance.now() - told;
      await client.query('COMMIT');
      process.stderr.write(`orderly-stop: closed after ${closedMs.toFixed(0)} ms\n`);
      return Promise.all(answers);
    });
    const answered = performance.now();
    expect(statuses).toEqual(Array.from({ length: IN_FLIGHT }, () => 200));
    expect(await service.ended()).toBe(0);
    const endMs = performance.now() - answered;
    process.stderr.write(`orderly-stop: ended ${endMs.toFixed(0)} ms after the last answer\n`);
    if (FULL) expect(endMs).toBeLessThan(MOST_MS);
  }
});

it('ends when it is told to while it starts', async () => {
  await withClient(app.databaseUrl, async (client) => {
    // The start waits here, behind another process that migrates.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const service = ServiceProcess.launch(app);
    await eventually(
      async () =>
        (await client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
      (waiting) => waiting! > 0,
    );
    service.tell('SIGTERM');
    expect(await service.ended()).toBe(0);
  });
});
