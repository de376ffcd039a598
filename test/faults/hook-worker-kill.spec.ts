import { makeDeployedAsset } from '../factories/asset.factory';
import { makeHook, dispatchDue } from '../factories/hook.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { HookReceiver } from '../support/hook-receiver';
import { Random, testSeed } from '../fixtures/random';
import { startSecondApp } from '../support/second-app';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const KILLS = LONG ? 20 : 3;
const SUBMISSIONS_PER_KILL = 6;
/** Longer than the lease of a delivery. */
const LATER_MS = 3600_000;

if (LONG) jest.setTimeout(20 * 60_000);

describe('SIGKILL of a worker that delivers', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let receiver: HookReceiver;

  beforeAll(async () => {
    receiver = await HookReceiver.start();
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  it('delivers each submission at least once, with one id', async () => {
    const { uid } = await makeDeployedAsset(app);
    await makeHook(app, uid, { endpoint: receiver.origin });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Later requests hang, so that some deliveries are in progress at the kill.
      let left = random.between(1, SUBMISSIONS_PER_KILL);
      receiver.respond = (response) => {
        left -= 1;
        if (left >= 0) response.end();
      };
      for (let each = 0; each < SUBMISSIONS_PER_KILL; each += 1) await submit(app, uid);
      const before = receiver.received.length;
      const victim = await ServiceProcess.startFor(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
      await eventually(
        () => Promise.resolve(receiver.received.length),
        (count) => count > before,
        { everyMs: 1 },
      );
      await victim.kill();
    }
    receiver.respond = (response) => void response.end();
    await finish();

    const sent = await app.rows<{ id: string }>('SELECT id FROM submission ORDER BY id');
    const logs = await app.rows<{ submission_id: string; status: number }>(
      'SELECT submission_id, status FROM hook_delivery ORDER BY submission_id',
    );
    expect(logs).toEqual(sent.map(({ id }) => ({ submission_id: id, status: 2 })));
    const idsBySubmission = new Map<number, Set<unknown>>();
    for (const { body, headers } of receiver.received) {
      const { _id } = JSON.parse(body) as { _id: number };
      idsBySubmission.set(_id, (idsBySubmission.get(_id) ?? new Set()).add(headers['webhook-id']));
    }
    expect([...idsBySubmission.keys()].sort((a, b) => a - b)).toEqual(sent.map(({ id }) => Number(id)));
    expect([...idsBySubmission.values()].every((identities) => identities.size === 1)).toBe(true);
    expect(sent).toHaveLength(KILLS * SUBMISSIONS_PER_KILL);
  });

  /** Lets a new worker finish abandoned deliveries. */
  async function finish(): Promise<void> {
    const worker = await startSecondApp(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      await eventually(
        async () => {
          await dispatchDue(worker);
          return app.rows('SELECT 1 FROM hook_delivery WHERE status IN (1, 3)');
        },
        (open) => open.length === 0,
      );
    } finally {
      await worker.stop();
    }
  }
});
