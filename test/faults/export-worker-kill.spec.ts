import { JobRegistry } from '../../src/jobs/job-queue.port';
import { makeDeployedAsset } from '../factories/asset.factory';
import { type ExportJson, download, EXPORT_DEFAULTS } from '../factories/export.factory';
import { copySubmission, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { Random, testSeed } from '../fixtures/random';
import { startSecondApp } from '../support/second-app';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const KILLS = LONG ? 20 : 2;
const EXPORTS_PER_KILL = 4;
const SUBMISSIONS = 5_000;
/** Longer than heartbeat and waiting timeouts, however slow the test is. */
const LATER_MS = 3600_000;
const TYPES = ['csv', 'xls', 'geojson', 'kml', 'spss_labels'];

if (LONG) jest.setTimeout(20 * 60_000);

describe('SIGKILL of a worker that runs exports', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let uid: string;
  let sent = 0;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid, {
      answers:
        '<person><name>Asha</name></person><place>1 2 3 4</place><child><first_name>Ben</first_name></child>',
    });
    await copySubmission(app, uid, SUBMISSIONS - 1);
  });
  afterAll(() => app.stop());

  it('completes each export with a whole file or fails it without one, and leaves none open', async () => {
    let undisturbed: string | undefined;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (let each = 0; each < EXPORTS_PER_KILL; each += 1) await requestExport();
      await random.pick([afterClaim, afterSomeEnded])(() => ServiceProcess.startFor(app, { ROLE: 'worker' }));
      undisturbed = await finishAll();
    }
    const rows = await app.rows<{ uid: string; status: string; done: number | null; named: boolean }>(
      'SELECT uid, status, rows_done AS done, sha256 IS NOT NULL AS named FROM export_task',
    );
    expect(sent).toBe(KILLS * (EXPORTS_PER_KILL + 1));
    for (const { status, named } of rows) {
      expect([status, named]).toEqual([expect.stringMatching(/^(complete|error)$/), status === 'complete']);
    }
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/exports/`).expect(200);
    const completed = (body.results as ExportJson[]).filter(({ result }) => result !== null);
    // Exports during a kill may fail; the undisturbed one must succeed.
    expect(completed.map((each) => each.uid)).toContain(undisturbed);
    for (const { result, data } of completed) {
      const file = await download(app, result!);
      if (data['type'] === 'csv') expect(file.toString().split('\r\n')).toHaveLength(SUBMISSIONS + 2);
      else expect(file.length).toBeGreaterThan(100);
    }
  });

  async function requestExport(): Promise<string> {
    const request = { ...EXPORT_DEFAULTS, type: random.pick(TYPES), name: `number ${sent}` };
    const { body } = await app.as('owner').post(`/api/v2/assets/${uid}/exports/`).send(request).expect(201);
    sent += 1;
    return (body as ExportJson).uid;
  }

  const count = async (where: string): Promise<number> =>
    (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM export_task WHERE ${where}`))[0]!
      .count;

  type Start = () => Promise<ServiceProcess>;

  async function afterClaim(start: Start): Promise<void> {
    const waiting = (): Promise<number> => count(`status = 'created'`);
    const before = await waiting();
    const victim = await start();
    await eventually(waiting, (remaining) => remaining < before, { everyMs: 1 });
    await victim.kill();
  }

  async function afterSomeEnded(start: Start): Promise<void> {
    const remaining = random.between(1, EXPORTS_PER_KILL - 1);
    const victim = await start();
    await eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open <= remaining,
      { everyMs: 1 },
    );
    await victim.kill();
  }

  const waitForAll = () =>
    eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open === 0,
    );

  /** Lets a new worker expire abandoned exports, then run another. @returns the uid of that one */
  async function finishAll(): Promise<string> {
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      for (const job of worker.nest.get(JobRegistry).scheduledJobs) await job.run();
      await waitForAll();
      const undisturbed = await requestExport();
      await waitForAll();
      return undisturbed;
    } finally {
      await worker.stop();
    }
  }
});
