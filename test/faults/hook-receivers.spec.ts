import type { ServerResponse } from 'node:http';
import { GuardedHttpClient } from '../../src/outbound-http/guarded-http-client';
import { DeliveryOptions } from '../../src/modules/hook/hook-delivery.service';
import { makeDeployedAsset } from '../factories/asset.factory';
import { makeHook, dispatchDue } from '../factories/hook.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { FileServer } from '../support/file-server';
import { HookReceiver } from '../support/hook-receiver';
import { startSecondApp } from '../support/second-app';

const MINUTE_MS = 60_000;
/** Retry intervals after transient failures (contract-data 8.1). */
const WAITS_MS = [0, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS];
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Delivery timeout; unique among timers. */
const TIMEOUT_MS = 59_987;

/** The test controls the worker's clock and the timeout of deliveries. */
describe('failing hook receivers', () => {
  let app: TestApp;
  let worker: TestApp;
  let clock: FakeClock;
  let receiver: HookReceiver;
  let internal: FileServer;
  let timers: jest.SpiedFunction<typeof setTimeout>;
  let sent: jest.SpiedFunction<GuardedHttpClient['send']>;

  beforeAll(async () => {
    receiver = await HookReceiver.start();
    internal = await FileServer.start((_path, response) => void response.end('secret'));
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    // `localhost` is allowed by name: a loopback server plays an external host.
    worker = await startSecondApp(app, { ROLE: 'worker', DOWNLOAD_ALLOW: 'localhost' });
    worker.nest.get(DeliveryOptions).timeoutMs = TIMEOUT_MS;
    clock = new FakeClock(worker, new Date(Date.now() + DAY_MS).toISOString());
  });
  afterAll(async () => {
    await worker.stop();
    await app.stop();
    await receiver.stop();
    await internal.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    timers = jest.spyOn(globalThis, 'setTimeout');
    sent = jest.spyOn(GuardedHttpClient.prototype, 'send');
  });
  afterEach(() => jest.restoreAllMocks());

  const expireTimeout = (): void => {
    const [end] = timers.mock.calls.findLast(([, ms]) => ms === TIMEOUT_MS)!;
    end();
  };
  const neverEnding = (response: ServerResponse): void => {
    response.write('a');
    void sent.mock.results.at(-1)!.value.then(expireTimeout);
  };

  const externalOrigin = (): string => receiver.origin.replace('127.0.0.1', 'localhost');

  async function makeDelivery(endpoint: string): Promise<() => Promise<Record<string, unknown>>> {
    const { uid } = await makeDeployedAsset(app);
    const hook = await makeHook(app, uid, { endpoint });
    await submit(app, uid);
    return async () => {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${hook}/logs/`).expect(200);
      return (body.results as Record<string, unknown>[])[0]!;
    };
  }

  /** Dispatches due deliveries and advances time until none is due for a day. @returns the log */
  async function settle(log: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    for (const waitMs of [...WAITS_MS, DAY_MS]) {
      clock.advance(waitMs);
      await dispatchDue(worker);
      await eventually(log, ({ status }) => status !== 3);
    }
    return log();
  }

  const respondWith =
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end('no');

  it.each<[string, number, number | null, (response: ServerResponse) => void]>([
    ['responds 500', 4, 500, respondWith(500)],
    ['responds 404', 1, 404, respondWith(404)],
    ['responds 429', 4, 429, respondWith(429)],
    ['breaks the connection', 1, null, (response) => void response.destroy()],
    ['responds 502', 4, 502, respondWith(502)],
    ['responds 503', 4, 503, respondWith(503)],
    ['responds 504', 4, 504, respondWith(504)],
    ['sends no response', 4, null, expireTimeout],
    ['never ends the response', 4, null, neverEnding],
  ])('are retried as documented: one that %s, %i times', async (_name, tries, statusCode, respond) => {
    receiver.respond = respond;
    const log = await settle(await makeDelivery(externalOrigin()));
    expect(log).toMatchObject({ status_str: 'failed', tries, status_code: statusCode });
    expect(receiver.received).toHaveLength(tries);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('are not retried early', async () => {
    receiver.respond = respondWith(503);
    const log = await makeDelivery(externalOrigin());
    await dispatchDue(worker);
    await eventually(log, ({ tries, status }) => tries === 1 && status === 1);
    clock.advance(MINUTE_MS - 1);
    await dispatchDue(worker);
    expect(await log()).toMatchObject({ tries: 1, status_str: 'pending', status_code: 503 });
    clock.advance(1);
    await dispatchDue(worker);
    await eventually(log, ({ tries, status }) => tries === 2 && status === 1);
    receiver.respond = (response) => void response.end();
    clock.advance(5 * MINUTE_MS);
    await dispatchDue(worker);
    expect(await eventually(log, ({ status }) => status === 2)).toMatchObject({ tries: 3, status_code: 200 });
  });

  it('are tried once if the port is closed', async () => {
    const closed = await HookReceiver.start();
    const endpoint = closed.origin.replace('127.0.0.1', 'localhost');
    await closed.stop();
    expect(await settle(await makeDelivery(endpoint))).toMatchObject({
      status_str: 'failed',
      tries: 1,
      status_code: null,
      message: 'The endpoint could not be reached. Check that its host is public and responds.',
    });
  });

  it.each([301, 302, 303, 307, 308])('do not lead to a redirect target with status %i', async (status) => {
    receiver.respond = (response) => void response.writeHead(status, { Location: internal.origin }).end();
    const log = await settle(await makeDelivery(externalOrigin()));
    expect(log).toMatchObject({
      tries: 1,
      status_code: status,
      message: 'The endpoint redirects. Set the final URL as the endpoint.',
    });
    expect(internal.hits).toEqual([]);
  });

  it('are never reached at an internal address in any notation', async () => {
    const { port } = new URL(internal.origin);
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const log = await settle(await makeDelivery(`http://${host}:${port}/`));
      expect(log).toMatchObject({ status_str: 'failed', tries: 1, status_code: null });
    }
    const { uid } = await makeDeployedAsset(app);
    for (const host of ['2130706433', '127.1']) {
      const hook = { name: 'Elsewhere', endpoint: `http://${host}:${port}/` };
      await app.as('owner').post(`/api/v2/assets/${uid}/hooks/`).send(hook).expect(400);
    }
    expect(internal.hits).toEqual([]);
  });

  it('do not delay other hooks', async () => {
    receiver.respond = (response, { path }) => void (path === '/fast' && response.end());
    const { uid } = await makeDeployedAsset(app);
    await makeHook(app, uid, { endpoint: `${externalOrigin()}/slow` });
    const fast = await makeHook(app, uid, { endpoint: `${externalOrigin()}/fast` });
    for (let each = 0; each < 12; each += 1) await submit(app, uid);
    const delivered = async (): Promise<number> =>
      (await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${fast}/`)).body.success_count as number;
    await eventually(
      () => dispatchDue(worker).then(delivered),
      (count) => count === 12,
    );
  });
});
