import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { ExportBuildService } from '../../../src/modules/export/export-build.service';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { waitForExport, startExport, EXPORT_DEFAULTS } from '../../factories/export.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { startSecondApp } from '../../support/second-app';

const LATER_MS = 3600_000;

describe('queued exports', () => {
  /** Accepts requests and runs no jobs. */
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const name of ['owner', 'viewer', 'other', 'third']) await app.addUser(name);
  });
  beforeEach(async () => {
    ({ uid } = await makeDeployedAsset(app));
    for (const name of ['viewer', 'other', 'third']) await grant(app, uid, name, ['view_submissions']);
    await grant(app, uid, ANONYMOUS, ['view_submissions']);
  });
  afterAll(() => app.stop());

  const post = (caller: string, request: object = {}) =>
    app
      .as(caller)
      .post(`/api/v2/assets/${uid}/exports/`)
      .send({ ...EXPORT_DEFAULTS, ...request });

  it('are reused for identical requests', async () => {
    const { body: first } = await post('owner').expect(201);
    const { body: again } = await post('owner').expect(200);
    expect(again).toEqual(first);
    const { body: reordered } = await post('owner', { name: undefined, type: 'csv' }).expect(200);
    expect(reordered.uid).toBe(first.uid);
    const { body: other } = await post('owner', { type: 'xls' }).expect(201);
    const { body: others } = await post('viewer').expect(201);
    expect(new Set([first.uid, other.uid, others.uid]).size).toBe(3);
  });

  it('are created once for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('owner')));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.uid)).size).toBe(1);
  });

  it('are limited to ten per user and asset (429)', async () => {
    for (let number = 0; number < 10; number += 1) await post('owner', { name: String(number) }).expect(201);
    const response = await post('owner', { name: 'one more' }).expect(429);
    expect(response.headers['retry-after']).toBeDefined();
    await post('viewer').expect(201);
  });

  it('are limited to one at a time for anonymous callers (503)', async () => {
    await post(ANONYMOUS).expect(201);
    await post(ANONYMOUS).expect(200);
    const response = await post(ANONYMOUS, { type: 'xls' }).expect(503);
    expect(response.headers['retry-after']).toBeDefined();
    expect(response.body.detail).toMatch(/already in progress/);
  });

  it('are cancelled by DELETE', async () => {
    const { url } = await startExport(app, uid);
    await app.as('owner').delete(new URL(url).pathname).expect(204);
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    try {
      const other = await startExport(app, uid, { type: 'geojson' });
      expect((await waitForExport(app, other.url)).status).toBe('complete');
      await app.as('owner').get(new URL(url).pathname).expect(404);
    } finally {
      await worker.stop();
    }
  });

  it('fail when their worker dies or the permission is revoked', async () => {
    const orphaned = await startExport(app, uid);
    await app.rows("UPDATE export_task SET status = 'processing' WHERE uid = $1", [orphaned.uid]);
    const revoked = await startExport(app, uid, {}, { by: 'viewer' });
    await app.rows(
      `DELETE FROM permission_assignment WHERE asset_id = (SELECT id FROM asset WHERE uid = $1)
          AND user_id <> (SELECT owner_id FROM asset WHERE uid = $1)`,
      [uid],
    );
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      for (const job of worker.nest.get(JobRegistry).scheduledJobs) await job.run();
      const ended = await waitForExport(app, orphaned.url);
      expect(ended).toMatchObject({ status: 'error', messages: { error_type: 'Interrupted' } });
      const [refused] = await eventually(
        () =>
          app.rows<{ status: string; messages: object }>(
            'SELECT status, messages FROM export_task WHERE uid = $1',
            [revoked.uid],
          ),
        ([task]) => task?.status === 'error',
      );
      expect(refused!.messages).toEqual({ error_type: 'DeniedError', error: expect.any(String) });
    } finally {
      await worker.stop();
    }
  });

  it('do not delay those of others: of one person one at a time, and the slots of large ones are left', async () => {
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    const builds = worker.nest.get(ExportBuildService);
    const open = builds.open.bind(builds);
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const opened: string[] = [];
    jest.spyOn(builds, 'open').mockImplementation(async (access, request, build) => {
      opened.push(String(request['name']));
      if (String(request['name']).startsWith('large')) await held;
      return open(access, request, build);
    });
    try {
      const large = await Promise.all(
        ['large 1', 'large 2', 'large 3', 'large of other', 'large of third'].map(async (name) => {
          const by = name.split(' of ')[1] ?? 'owner';
          return { by, ...(await startExport(app, uid, { name }, { by })) };
        }),
      );
      await eventually(
        async () => opened,
        (names) => names.length === 3,
      );
      const small = await startExport(app, uid, { name: 'small' }, { by: 'viewer' });
      expect((await waitForExport(app, small.url, { by: 'viewer' })).status).toBe('complete');
      expect(opened).toHaveLength(4);
      finish();
      for (const { url, by } of large)
        expect((await waitForExport(app, url, { by })).status).toBe('complete');
    } finally {
      finish();
      await worker.stop();
    }
  });

  it('of anonymous callers are deleted half an hour after they end', async () => {
    const { url, uid: made } = await startExport(app, uid, {}, { by: ANONYMOUS });
    await app.rows("UPDATE export_task SET status = 'complete' WHERE uid = $1", [made]);
    const own = await startExport(app, uid);
    await app.rows("UPDATE export_task SET status = 'complete' WHERE uid = $1", [own.uid]);
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      for (const job of worker.nest.get(JobRegistry).scheduledJobs) await job.run();
    } finally {
      await worker.stop();
    }
    await app.as(ANONYMOUS).get(new URL(url).pathname).expect(404);
    await app.as('owner').get(new URL(own.url).pathname).expect(200);
  });
});
