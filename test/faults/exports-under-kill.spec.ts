import { JobRegistry } from '../../src/jobs/job-queue.port';
import { makeDeployedAsset } from '../factories/asset.factory';
import { type ExportJson, fileAt, USUAL } from '../factories/export.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { printedSeed, Random } from '../support/random';
import { startBeside } from '../support/second-process';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const KILLS = FULL ? 20 : 2;
const EXPORTS_EACH = 4;
const SUBMISSIONS = 5_000;
/** More than a worker may be silent for, and a task may wait for one, however long this machine takes over the test. */
const LATER_MS = 3600_000;
const TYPES = ['csv', 'xls', 'geojson', 'kml', 'spss_labels'];

if (FULL) jest.setTimeout(20 * 60_000);

describe('kill -9 of a worker among exports', () => {
  const random = new Random(printedSeed('exports-under-kill'));
  /** Takes requests and does no jobs. */
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
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, version_uid, date_submitted, date_modified,
                               answers, json, xml)
       SELECT asset_id, id + n, gen_random_uuid(), gen_random_uuid(), xml_hash, version_uid, date_submitted,
              date_modified, answers, json, xml
         FROM submission, generate_series(1, ${SUBMISSIONS - 1}) AS n`,
    );
  });
  afterAll(() => app.stop());

  it('ends each export complete with its whole file or in error with none, and leaves none open', async () => {
    let undisturbed: string | undefined;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (let each = 0; each < EXPORTS_EACH; each += 1) await ask();
      await random.pick([whenTaken, whenSomeAreOver])(() => ServiceProcess.beside(app, { ROLE: 'worker' }));
      undisturbed = await endOfAll();
    }
    const rows = await app.rows<{ uid: string; status: string; done: number | null; named: boolean }>(
      'SELECT uid, status, rows_done AS done, sha256 IS NOT NULL AS named FROM export_task',
    );
    expect(sent).toBe(KILLS * (EXPORTS_EACH + 1));
    for (const { status, named } of rows) {
      expect([status, named]).toEqual([expect.stringMatching(/^(complete|error)$/), status === 'complete']);
    }
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/exports/`).expect(200);
    const made = (body.results as ExportJson[]).filter(({ result }) => result !== null);
    // All that a kill may reach can be in error; the last that nobody disturbed is there.
    expect(made.map((each) => each.uid)).toContain(undisturbed);
    for (const { result, data } of made) {
      const file = await fileAt(app, result!);
      if (data['type'] === 'csv') expect(file.toString().split('\r\n')).toHaveLength(SUBMISSIONS + 2);
      else expect(file.length).toBeGreaterThan(100);
    }
  });

  /** @returns the export's uid */
  async function ask(): Promise<string> {
    const request = { ...USUAL, type: random.pick(TYPES), name: `number ${sent}` };
    const { body } = await app.as('owner').post(`/api/v2/assets/${uid}/exports/`).send(request).expect(201);
    sent += 1;
    return (body as ExportJson).uid;
  }

  const count = async (where: string): Promise<number> =>
    (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM export_task WHERE ${where}`))[0]!
      .count;

  type Start = () => Promise<ServiceProcess>;

  /** At work on something, or about to be. */
  async function whenTaken(start: Start): Promise<void> {
    const waiting = (): Promise<number> => count(`status = 'created'`);
    const before = await waiting();
    const victim = await start();
    await eventually(waiting, (left) => left < before, { everyMs: 1 });
    await victim.kill();
  }

  /** Anywhere in what comes after. */
  async function whenSomeAreOver(start: Start): Promise<void> {
    const left = random.between(1, EXPORTS_EACH - 1);
    const victim = await start();
    await eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open <= left,
      { everyMs: 1 },
    );
    await victim.kill();
  }

  const allOver = () =>
    eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open === 0,
    );

  /**
   * What a worker makes of what the dead one left, once it may think it dead, and of one export that comes when nobody dies.
   * @returns that one's uid
   */
  async function endOfAll(): Promise<string> {
    const worker = await startBeside(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      for (const chore of worker.nest.get(JobRegistry).chores) await chore.run();
      await allOver();
      const undisturbed = await ask();
      await allOver();
      return undisturbed;
    } finally {
      await worker.stop();
    }
  }
});
