import type { ServerResponse } from 'node:http';
import { GuardedConnection } from '../../src/outbound-http/guarded-connection';
import { DeliveryBounds } from '../../src/modules/hook/delivery-bounds';
import { makeDeployedAsset } from '../factories/asset.factory';
import { makeHook, sendDue } from '../factories/hook.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { FileServer } from '../support/file-server';
import { HookReceiver } from '../support/hook-receiver';
import { startBeside } from '../support/second-process';

const MINUTE_MS = 60_000;
/** When a delivery whose failure may pass is tried, after the try before (contract-data 8.1). */
const WAITS_MS = [0, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS];
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a receiver may take; no other timer is set for as long. */
const WITHIN_MS = 59_987;

/** Nothing else may happen on its own: the worker's clock is moved by hand, and what a receiver may take is over when a test says so. */
describe('receivers of hooks that fail', () => {
  let app: TestApp;
  let worker: TestApp;
  let clock: FakeClock;
  let receiver: HookReceiver;
  let inside: FileServer;
  let timers: jest.SpiedFunction<typeof setTimeout>;
  let asked: jest.SpiedFunction<GuardedConnection['ask']>;

  beforeAll(async () => {
    receiver = await HookReceiver.start();
    inside = await FileServer.start((_path, response) => void response.end('secret'));
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    // `localhost` is allowed by name, so that a server on loopback can play the outside.
    worker = await startBeside(app, { ROLE: 'worker', DOWNLOAD_ALLOW: 'localhost' });
    worker.nest.get(DeliveryBounds).withinMs = WITHIN_MS;
    clock = new FakeClock(worker, new Date(Date.now() + DAY_MS).toISOString());
  });
  afterAll(async () => {
    await worker.stop();
    await app.stop();
    await receiver.stop();
    await inside.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    timers = jest.spyOn(globalThis, 'setTimeout');
    asked = jest.spyOn(GuardedConnection.prototype, 'ask');
  });
  afterEach(() => jest.restoreAllMocks());

  /** Ends the time of the delivery that began last. */
  const timeIsUp = (): void => {
    const [end] = timers.mock.calls.findLast(([, ms]) => ms === WITHIN_MS)!;
    end();
  };
  /** Answers and never ends, until the worker reads what does not come. */
  const neverEnding = (response: ServerResponse): void => {
    response.write('a');
    void asked.mock.results.at(-1)!.value.then(timeIsUp);
  };

  const outside = (): string => receiver.origin.replace('127.0.0.1', 'localhost');

  async function makeDelivery(endpoint: string): Promise<() => Promise<Record<string, unknown>>> {
    const { uid } = await makeDeployedAsset(app);
    const hook = await makeHook(app, uid, { endpoint });
    await submit(app, uid);
    return async () => {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${hook}/logs/`).expect(200);
      return (body.results as Record<string, unknown>[])[0]!;
    };
  }

  /** Lets the worker do what is due, and time go by, until nothing is due for a day. @returns the log */
  async function settle(log: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    for (const waitMs of [...WAITS_MS, DAY_MS]) {
      clock.pass(waitMs);
      await sendDue(worker);
      await eventually(log, ({ status }) => status !== 3);
    }
    return log();
  }

  const answering =
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end('no');

  it.each<[string, number, number | null, (response: ServerResponse) => void]>([
    ['answers 500', 1, 500, answering(500)],
    ['answers 404', 1, 404, answering(404)],
    ['answers 429', 1, 429, answering(429)],
    ['breaks the connection', 1, null, (response) => void response.destroy()],
    ['answers 502', 4, 502, answering(502)],
    ['answers 503', 4, 503, answering(503)],
    ['answers 504', 4, 504, answering(504)],
    ['says nothing', 4, null, timeIsUp],
    ['never ends what it says', 4, null, neverEnding],
  ])(
    'are tried as often as is documented: one that %s %i times',
    async (_name, tries, statusCode, answer) => {
      receiver.answer = answer;
      const log = await settle(await makeDelivery(outside()));
      expect(log).toMatchObject({ status_str: 'failed', tries, status_code: statusCode });
      expect(receiver.received).toHaveLength(tries);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    },
  );

  it('are not tried before their time', async () => {
    receiver.answer = answering(503);
    const log = await makeDelivery(outside());
    await sendDue(worker);
    await eventually(log, ({ tries, status }) => tries === 1 && status === 1);
    clock.pass(MINUTE_MS - 1);
    await sendDue(worker);
    expect(await log()).toMatchObject({ tries: 1, status_str: 'pending', status_code: 503 });
    clock.pass(1);
    await sendDue(worker);
    await eventually(log, ({ tries, status }) => tries === 2 && status === 1);
    receiver.answer = (response) => void response.end();
    clock.pass(5 * MINUTE_MS);
    await sendDue(worker);
    expect(await eventually(log, ({ status }) => status === 2)).toMatchObject({ tries: 3, status_code: 200 });
  });

  it('are tried once when nobody listens', async () => {
    const gone = await HookReceiver.start();
    const endpoint = gone.origin.replace('127.0.0.1', 'localhost');
    await gone.stop();
    expect(await settle(await makeDelivery(endpoint))).toMatchObject({
      status_str: 'failed',
      tries: 1,
      status_code: null,
      message: 'Nothing could be sent to the endpoint; check that it leads to a public address and answers.',
    });
  });

  it.each([301, 302, 303, 307, 308])('lead nowhere by a redirect with status %i', async (status) => {
    receiver.answer = (response) => void response.writeHead(status, { Location: inside.origin }).end();
    const log = await settle(await makeDelivery(outside()));
    expect(log).toMatchObject({
      tries: 1,
      status_code: status,
      message: 'The endpoint redirects; name the URL that it ends at.',
    });
    expect(inside.hits).toEqual([]);
  });

  it('are never reached at an address inside, however it is written', async () => {
    const { port } = new URL(inside.origin);
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1']) {
      const log = await settle(await makeDelivery(`http://${host}:${port}/`));
      expect(log).toMatchObject({ status_str: 'failed', tries: 1, status_code: null });
    }
    expect(inside.hits).toEqual([]);
  });

  it('hold up their own submissions alone', async () => {
    receiver.answer = (response, { path }) => void (path === '/fast' && response.end());
    const { uid } = await makeDeployedAsset(app);
    await makeHook(app, uid, { endpoint: `${outside()}/slow` });
    const fast = await makeHook(app, uid, { endpoint: `${outside()}/fast` });
    for (let each = 0; each < 12; each += 1) await submit(app, uid);
    const delivered = async (): Promise<number> =>
      (await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${fast}/`)).body.success_count as number;
    await eventually(
      () => sendDue(worker).then(delivered),
      (count) => count === 12,
    );
  });
});
