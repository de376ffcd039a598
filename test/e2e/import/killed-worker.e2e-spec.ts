import type { ServerResponse } from 'node:http';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { waitForImport, importJson, WELLS } from '../../factories/import.factory';
import { startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { FileServer } from '../../support/file-server';
import { startSecondApp } from '../../support/second-app';
import { ServiceProcess } from '../../support/service-process';

/** Exceeds the heartbeat timeout and the maximum wait in the queue, even on a slow machine. */
const LATER_MS = 3600_000;

describe('an import whose worker dies', () => {
  /** Accepts requests and runs no jobs. */
  let app: TestApp;
  let slow: FileServer;
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

  const runScheduledJobs = async (worker: TestApp): Promise<void> => {
    for (const job of worker.nest.get(JobRegistry).scheduledJobs) await job.run();
  };

  const startLater = async (): Promise<TestApp> => {
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    return worker;
  };

  const runScheduledJobsLater = async (): Promise<void> => {
    const worker = await startLater();
    await runScheduledJobs(worker).finally(() => worker.stop());
  };

  it('ends in error and creates nothing; the next one creates its asset', async () => {
    const victim = await ServiceProcess.startFor(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
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
      await runScheduledJobs(worker);
      expect(await waitForImport(app, uid)).toMatchObject({
        status: 'error',
        messages: {
          error_type: 'Interrupted',
          error: 'The server stopped during the import. Send the file again.',
        },
      });
      expect(await countAssets()).toBe(0);
      const again = await importJson(app, { base64Encoded: `base64:${WELLS.toString('base64')}` });
      expect([again.status, await countAssets()]).toEqual(['complete', 1]);
    } finally {
      await worker.stop();
    }
  });

  it('is run by another worker if the first had claimed the job but not yet the task', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    await app.rows(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead', attempts = 1`,
    );
    const worker = await startLater();
    try {
      await runScheduledJobs(worker);
      expect((await waitForImport(app, uid)).status).toBe('complete');
      expect(await countAssets()).toBe(1);
    } finally {
      await worker.stop();
    }
  });

  it('creates nothing if the worker was only unresponsive and the task has expired', async () => {
    const unresponsive = await startSecondApp(app, { ROLE: 'worker' });
    try {
      const uid = await start({ url: `${slow.origin}/form.xlsx` });
      await eventually(
        async () => waiting.length,
        (downloads) => downloads === 1,
      );
      await runScheduledJobsLater();
      expect(await statusOf(uid)).toBe('error');
      waiting[0]!.end(WELLS);
      await eventually(
        () => app.rows('SELECT 1 FROM graphile_worker._private_jobs'),
        (jobs) => jobs.length === 0,
      );
      expect([await statusOf(uid), await countAssets()]).toEqual(['error', 0]);
    } finally {
      await unresponsive.stop();
    }
  });

  it('runs once, however often its job runs', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    const { handlers } = app.nest.get(JobRegistry);
    const handler = handlers.find(({ name }) => name === 'imports.run')!;
    const slot = { stopping: new AbortController().signal, release: () => undefined };
    await Promise.all(Array.from({ length: 8 }, () => handler.handle(uid, slot)));
    await handler.handle(uid, slot);
    expect([await statusOf(uid), await countAssets()]).toEqual(['complete', 1]);
  });

  it('is not queued twice while it waits for a slot', async () => {
    const uid = await start({ base64Encoded: `base64:${WELLS.toString('base64')}` });
    new FakeClock(app, new Date(Date.now() + LATER_MS).toISOString());
    for (let time = 0; time < 3; time += 1) await runScheduledJobs(app);
    const jobs = await app.rows('SELECT key FROM graphile_worker._private_jobs');
    expect(jobs).toEqual([{ key: `imports.run:${uid}` }]);
    expect(await statusOf(uid)).toBe('created');
  });
});
