import { makeDeployedAsset } from '../factories/asset.factory';
import { makeHook, sendDue } from '../factories/hook.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { HookReceiver } from '../support/hook-receiver';
import { printedSeed, Random } from '../support/random';
import { startBeside } from '../support/second-process';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const KILLS = FULL ? 20 : 3;
const SUBMISSIONS_EACH = 6;
/** More than a worker may be silent for. */
const LATER_MS = 3600_000;

if (FULL) jest.setTimeout(20 * 60_000);

describe('kill -9 of a worker that sends', () => {
  const random = new Random(printedSeed('hooks-under-kill'));
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

  it('loses nothing: each submission arrives at least once, under one identity', async () => {
    const { uid } = await makeDeployedAsset(app);
    await makeHook(app, uid, { endpoint: receiver.origin });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The first tries hang, so that some are always under way when the worker dies.
      let left = random.between(1, SUBMISSIONS_EACH);
      receiver.answer = (response) => {
        left -= 1;
        if (left >= 0) response.end();
      };
      for (let each = 0; each < SUBMISSIONS_EACH; each += 1) await submit(app, uid);
      const before = receiver.received.length;
      const victim = await ServiceProcess.beside(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
      await eventually(
        () => Promise.resolve(receiver.received.length),
        (count) => count > before,
        { everyMs: 1 },
      );
      await victim.kill();
    }
    receiver.answer = (response) => void response.end();
    await finish();

    const sent = await app.rows<{ id: string }>('SELECT id FROM submission ORDER BY id');
    const logs = await app.rows<{ submission_id: string; status: number }>(
      'SELECT submission_id, status FROM hook_delivery ORDER BY submission_id',
    );
    expect(logs).toEqual(sent.map(({ id }) => ({ submission_id: id, status: 2 })));
    const arrived = new Map<number, Set<unknown>>();
    for (const { body, headers } of receiver.received) {
      const { _id } = JSON.parse(body) as { _id: number };
      arrived.set(_id, (arrived.get(_id) ?? new Set()).add(headers['webhook-id']));
    }
    expect([...arrived.keys()].sort((a, b) => a - b)).toEqual(sent.map(({ id }) => Number(id)));
    expect([...arrived.values()].every((identities) => identities.size === 1)).toBe(true);
    expect(sent).toHaveLength(KILLS * SUBMISSIONS_EACH);
  });

  /** What a worker makes of what the dead ones left, once it may think them dead. */
  async function finish(): Promise<void> {
    const worker = await startBeside(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    try {
      await eventually(
        async () => {
          await sendDue(worker);
          return app.rows('SELECT 1 FROM hook_delivery WHERE status IN (1, 3)');
        },
        (open) => open.length === 0,
      );
    } finally {
      await worker.stop();
    }
  }
});
