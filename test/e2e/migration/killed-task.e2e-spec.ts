import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { answersOf, makeForm, startMigration, waitForMigration } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';
import { FaultyProxy } from '../../support/faulty-proxy';
import { startSecondApp } from '../../support/second-app';
import { ServiceProcess } from '../../support/service-process';

/** Exceeds the heartbeat timeout, even on a slow machine. */
const LATER_MS = 3600_000;
/** Requests after which the worker is killed, each time. */
const KILLS = [9, 18];

describe('a move whose worker is killed', () => {
  let source: TestApp;
  /** Runs no jobs. */
  let target: TestApp;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    source = await startApp({ hasOneProcess: true });
    target = await startApp({ environment: { ROLE: 'api', DOWNLOAD_ALLOW: '127.0.0.1' } });
    for (const app of [source, target]) await app.addUser('owner');
    proxy = await FaultyProxy.start(source.origin);
  });
  afterAll(async () => {
    await proxy.stop();
    await target.stop();
    await source.stop();
  });

  /** As a worker does when heartbeats have been missing for long enough. */
  const recover = async (): Promise<void> => {
    new FakeClock(target, new Date(Date.now() + LATER_MS).toISOString());
    const { scheduledJobs } = target.nest.get(JobRegistry);
    await scheduledJobs.find(({ name }) => name === 'migrations.recover')!.run();
  };

  /** Runs a worker, and kills it at its nth request. */
  const runUntilRequest = async (count: number): Promise<void> => {
    const before = proxy.paths.length;
    const reached = new Promise<void>((resolve) => {
      proxy.faultOf = () => {
        if (proxy.paths.length - before < count) return undefined;
        resolve();
        return 'hang';
      };
    });
    const victim = await ServiceProcess.startFor(target, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
    await reached;
    await victim.kill();
  };

  it('is continued by another worker, and ends equal', async () => {
    const { uid } = await makeForm(source);
    for (let index = 0; index < 9; index += 1) {
      const file = { name: `${index}.jpg`, content: Buffer.from(`photo ${index}`), type: 'image/jpeg' };
      await submit(source, uid, { answers: answersOf('Dan', `<photo>${index}.jpg</photo>`), files: [file] });
    }
    const sent = { source: proxy.origin, token: source.tokenOf('owner'), assets: [uid] };
    const task = await startMigration(target, sent);
    for (const requests of KILLS) {
      await runUntilRequest(requests);
      const state = await target.rows('SELECT status, token IS NOT NULL AS sealed FROM migration_task');
      expect(state).toEqual([{ status: 'processing', sealed: true }]);
      await recover();
    }
    proxy.faultOf = () => undefined;
    const worker = await startSecondApp(target, { ROLE: 'worker' });
    try {
      const done = await waitForMigration(target, task);
      expect(done).toMatchObject({ status: 'complete', report: { equal: true } });
      const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
      expect(body).toMatchObject({ deployment__active: true, deployment__submission_count: 12 });
      expect(await target.rows('SELECT attempt, token FROM migration_task')).toEqual([
        { attempt: KILLS.length + 1, token: null },
      ]);
    } finally {
      await worker.stop();
    }
  });
});
