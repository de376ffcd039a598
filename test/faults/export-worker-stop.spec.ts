import { makeDeployedAsset } from '../factories/asset.factory';
import { type ExportJson, download, EXPORT_DEFAULTS } from '../factories/export.factory';
import { copySubmission, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { startSecondApp } from '../support/second-app';
import { ServiceProcess } from '../support/service-process';

const SUBMISSIONS = 20_000;

describe('exports whose worker is stopped by SIGTERM', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' }, hasOneProcess: true });
    await app.addUser('root', { superuser: true });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid, { answers: '<person><name>Asha</name></person>' });
    await copySubmission(app, uid, SUBMISSIONS - 1);
  });
  afterAll(() => app.stop());

  const request = async (type: string): Promise<string> => {
    const body = { ...EXPORT_DEFAULTS, type };
    const created = await app.as('owner').post(`/api/v2/assets/${uid}/exports/`).send(body).expect(201);
    return (created.body as ExportJson).uid;
  };
  const statuses = async (uids: readonly string[]): Promise<string[]> =>
    (await app.rows<{ status: string }>('SELECT status FROM export_task WHERE uid = ANY ($1)', [uids])).map(
      ({ status }) => status,
    );
  /** Starts a worker, and stops it in the middle of the exports. */
  const stopAWorker = async (uids: readonly string[]): Promise<void> => {
    const worker = await ServiceProcess.startFor(app, { ROLE: 'worker' });
    await eventually(
      () => statuses(uids),
      (seen) => seen.includes('processing'),
      { everyMs: 1 },
    );
    worker.signal('SIGTERM');
    expect(await worker.waitForExit()).toBe(0);
    expect(await statuses(uids)).not.toContain('processing');
  };
  const finish = async (uids: readonly string[]): Promise<string[]> => {
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    try {
      return await eventually(
        () => statuses(uids),
        (seen) => seen.every((status) => status === 'complete' || status === 'error'),
      );
    } finally {
      await worker.stop();
    }
  };

  it('are taken up by the next worker at once, without waiting for a timeout', async () => {
    const uids = [await request('xls'), await request('csv')];
    await stopAWorker(uids);
    expect(await finish(uids)).toEqual(['complete', 'complete']);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/exports/`).expect(200);
    const csv = (body.results as ExportJson[]).find(({ data }) => data['type'] === 'csv')!;
    expect((await download(app, csv.result!)).toString().split('\r\n')).toHaveLength(SUBMISSIONS + 2);
  });

  it('end as errors when the account was closed meanwhile', async () => {
    const uids = [await request('xls'), await request('geojson')];
    await stopAWorker(uids);
    const unfinished = (await statuses(uids)).filter((status) => status === 'created').length;
    await app.as('root').patch('/api/v2/users/owner/').send({ is_active: false }).expect(200);
    const ended = await finish(uids);
    expect(ended.filter((status) => status === 'error')).toHaveLength(unfinished);
    expect(unfinished).toBeGreaterThan(0);
  });
});
