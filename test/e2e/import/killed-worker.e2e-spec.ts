import type { ServerResponse } from 'node:http';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { endOf, importJson, WELLS } from '../../factories/import.factory';
import { startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { FileServer } from '../../support/file-server';
import { startBeside } from '../../support/second-process';
import { ServiceProcess } from '../../support/service-process';

/** More than a worker may be silent for, and a task may wait for one, however long this machine takes over the test. */
const LATER_MS = 3600_000;

describe('an import whose worker dies', () => {
  /** Takes requests and does no jobs. */
  let app: TestApp;
  let slow: FileServer;
  /** Downloads that wait for their bytes. */
  let waiting: ServerResponse[];

  beforeEach(async () => {
    waiting = [];
    slow = await FileServer.start((_path, response) => void waiting.push(response));
    app = await startApp({ environment: { ROLE: 'api', DOWNLOAD_ALLOW: '127.0.0.1' } });
    await app.addUser('owner');
  });
  afterEach(async () => {
    await app.stop();
    await slow.stop();
  });

  const start = async (body: object): Promise<string> =>
    (await app.as('owner').post('/api/v2/imports/').send(body).expect(201)).body.uid as string;

  const statusOf = async (uid: string): Promise<string> =>
    (await app.as('owner').get(`/api/v2/imports/${uid}/`).expect(200)).body.status as string;

  const countAssets = async (): Promise<number> =>
    (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM asset'))[0]!.count;

  const sweep = async (worker: TestApp): Promise<void> => {
    for (const chore of worker.nest.get(JobRegistry).chores) await chore.run();
  };

  /** Another worker, to which it is later than to all others. */
  const startLater = async (): Promise<TestApp> => {
    const worker = await startBeside(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    return worker;
  };

  const sweepLater = async (): Promise<void> => {
    const worker = await startLater();
    await sweep(worker).finally(() => worker.stop());
  };

  it('ends in error and makes nothing, and the next one makes its asset', async () => {
    const victim = await ServiceProcess.beside(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
    let uid: string;
    try {
      uid = await start({ url: `${slow.origin}/form.xlsx` });
      await eventually(
        async () => waiting.length,
        (downloads) => downloads === 1,
      );
      expect(await statusOf(uid)).toBe('processing');
    } finally {
      await victim.kill();
    }
    const worker = await startLater();
    try {
      await sweep(worker);
      expect(await endOf(app, uid)).toMatchObject({
        status: 'error',
        messages: {
          error_type: 'Interrupted',
          error: 'The server stopped during the import; send the file again.',
        },
      });
      expect(await countAssets()).toBe(0);
      const again = await importJson(app, { base64Encoded: `base64:${WELLS.toString('base64')}` });
      expect([again.status, await countAssets()]).toEqual(['complete', 1]);
    } finally {
      await worker.stop();
    }
  });

  it('is done by another when it had taken the job and not yet the task', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    await app.rows(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead', attempts = 1`,
    );
    const worker = await startLater();
    try {
      await sweep(worker);
      expect((await endOf(app, uid)).status).toBe('complete');
      expect(await countAssets()).toBe(1);
    } finally {
      await worker.stop();
    }
  });

  it('makes nothing when it was only silent and had been given up', async () => {
    const silent = await startBeside(app, { ROLE: 'worker' });
    try {
      const uid = await start({ url: `${slow.origin}/form.xlsx` });
      await eventually(
        async () => waiting.length,
        (downloads) => downloads === 1,
      );
      await sweepLater();
      expect(await statusOf(uid)).toBe('error');
      waiting[0]!.end(WELLS);
      await eventually(
        () => app.rows('SELECT 1 FROM graphile_worker._private_jobs'),
        (jobs) => jobs.length === 0,
      );
      expect([await statusOf(uid), await countAssets()]).toEqual(['error', 0]);
    } finally {
      await silent.stop();
    }
  });

  it('is carried out once, however often its job is', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    const { handlers } = app.nest.get(JobRegistry);
    const handler = handlers.find(({ name }) => name === 'import')!;
    const place = { stopping: new AbortController().signal, leave: () => undefined };
    await Promise.all(Array.from({ length: 8 }, () => handler.handle(uid, place)));
    await handler.handle(uid, place);
    expect([await statusOf(uid), await countAssets()]).toEqual(['complete', 1]);
  });

  it('does not queue a task twice that still waits for its turn', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    new FakeClock(app, new Date(Date.now() + LATER_MS).toISOString());
    for (let time = 0; time < 3; time += 1) await sweep(app);
    const jobs = await app.rows('SELECT key FROM graphile_worker._private_jobs');
    expect(jobs).toEqual([{ key: `import:${uid}` }]);
    expect(await statusOf(uid)).toBe('created');
  });
});
