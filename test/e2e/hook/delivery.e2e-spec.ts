import { createHmac } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { makeFailedDelivery, makeHook, dispatchDue } from '../../factories/hook.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { HookReceiver, type Received } from '../../support/hook-receiver';

const ANSWERS =
  '<person><name>Asha</name><age>34</age></person><child><first_name>Ben</first_name></child><photo>p.jpg</photo>';
const FILES = [{ name: 'p.jpg', content: 'photo' }];

describe('webhook deliveries', () => {
  let app: TestApp;
  let receiver: HookReceiver;
  let uid: string;
  const logged: string[] = [];

  beforeAll(async () => {
    receiver = await HookReceiver.start();
    app = await startApp({
      environment: { DOWNLOAD_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' },
      log: { write: (line) => void logged.push(line) },
    });
    await app.addUser('owner');
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.respond = (response) => void response.end('<b>thanks</b>');
    ({ uid } = await makeDeployedAsset(app));
  });

  const path = (hook: string, below = ''): string => `/api/v2/assets/${uid}/hooks/${hook}/${below}`;
  const addHook = (values: object = {}): Promise<string> =>
    makeHook(app, uid, { endpoint: `${receiver.origin}/in`, ...values });
  const logs = async (hook: string): Promise<Record<string, unknown>[]> =>
    (await app.as('owner').get(path(hook, 'logs/')).expect(200)).body.results as Record<string, unknown>[];
  const ended = (hook: string, count = 1) =>
    eventually(
      () => dispatchDue(app).then(() => logs(hook)),
      (all) => all.length === count && all.every(({ status }) => status === 0 || status === 2),
    );
  const one = (): Received => receiver.received[0]!;

  it('send the submission as its owner reads it, once', async () => {
    const hook = await addHook();
    const root = await submit(app, uid, { answers: ANSWERS, files: FILES });
    const [log] = await ended(hook);
    expect(log).toMatchObject({
      status_str: 'success',
      status_code: 200,
      tries: 1,
      message: 'thanks',
      event: 'created',
    });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${root}/`).expect(200);
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(one().body)).toEqual(body);
    expect(one().headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `fieldhouse #${hook}`,
      'webhook-id': log!['uid'],
      'webhook-event': 'created',
    });
    expect(one().headers['webhook-signature']).toBeUndefined();
    const shown = await app.as('owner').get(path(hook)).expect(200);
    expect(shown.body).toMatchObject({ success_count: 1, failed_count: 0, pending_count: 0 });
  });

  it('carry credentials, headers and a signature of the body; the log shows none of them', async () => {
    const hook = await addHook({
      auth_level: 'basic_auth',
      secret: 'signing key',
      settings: { username: 'ann', password: 'open: sesame', custom_headers: { 'X-Project': 'wells' } },
    });
    await submit(app, uid);
    await ended(hook);
    const { headers, body } = one();
    expect(headers['authorization']).toBe(`Basic ${Buffer.from('ann:open: sesame').toString('base64')}`);
    expect(headers['x-project']).toBe('wells');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', 'signing key').update(signed).digest('base64')}`,
    );
    for (const secret of ['open: sesame', 'signing key']) expect(logged.join('')).not.toContain(secret);
  });

  it.each([
    ['/é', '/%C3%A9'],
    ['/a b', '/a%20b'],
    ['/q?x=é y', '/q?x=%C3%A9%20y'],
    ['/%C3%A9?x=%20', '/%C3%A9?x=%20'],
  ])('reach %s', async (endpoint, requested) => {
    const hook = await addHook({ endpoint: receiver.origin + endpoint });
    await submit(app, uid);
    expect(await ended(hook)).toMatchObject([{ status_str: 'success' }]);
    expect(one().path).toBe(requested);
  });

  it('wait for as long as the receiver asks', async () => {
    receiver.respond = (response) => void response.writeHead(429, { 'Retry-After': '3600' }).end();
    const hook = await addHook();
    await submit(app, uid);
    await eventually(
      () => dispatchDue(app).then(() => logs(hook)),
      ([log]) => log?.['status_code'] === 429,
    );
    expect(await logs(hook)).toMatchObject([{ status_str: 'pending', tries: 1 }]);
    const [due] = await app.rows<{ wait: number }>(
      `SELECT extract(epoch FROM date_due - hook_delivery.date_modified)::int AS wait FROM hook_delivery
         JOIN hook ON hook.id = hook_id WHERE hook.uid = $1`,
      [hook],
    );
    expect(due!.wait).toBe(3600);
  });

  it('render a template with the chosen questions', async () => {
    const hook = await addHook({
      subset_fields: ['name', 'first_name', '_id'],
      payload_template: '{"fields": %SUBMISSION%, "from": 1}',
    });
    await submit(app, uid, { answers: ANSWERS, files: FILES });
    await ended(hook);
    expect(JSON.parse(one().body)).toEqual({
      fields: {
        _id: expect.any(Number) as number,
        'person/name': 'Asha',
        child: [{ 'child/first_name': 'Ben' }],
      },
      from: 1,
    });
  });

  it('send the XML as it came, or its chosen elements', async () => {
    const [all, some] = [
      await addHook({ export_type: 'xml' }),
      await addHook({
        export_type: 'xml',
        subset_fields: ['person/age', 'first_name'],
        endpoint: `${receiver.origin}/some`,
      }),
    ];
    await submit(app, uid, { answers: ANSWERS, files: FILES });
    await Promise.all([ended(all), ended(some)]);
    const bodyAt = (at: string): string =>
      receiver.received.find(({ path: requestPath }) => requestPath === at)!.body;
    expect(bodyAt('/in')).toContain('<name>Asha</name><age>34</age>');
    expect(bodyAt('/some')).toContain(
      '<person><age>34</age></person><child><first_name>Ben</first_name></child></',
    );
    expect(one().headers['content-type']).toBe('application/xml');
  });

  it('report changes on request, and record failures', async () => {
    const [plain, eager] = [
      await addHook(),
      await addHook({ send_changes: true, endpoint: `${receiver.origin}/eager` }),
    ];
    const uuid = await submit(app, uid);
    await ended(plain);
    const data = `/api/v2/assets/${uid}/data/${uuid}/`;
    const approved = { 'validation_status.uid': 'validation_status_approved' };
    await app.as('owner').patch(`${data}validation_status/`).send(approved).expect(200);
    await ended(eager, 2);
    await app.as('owner').delete(data).expect(204);
    const received = receiver.received.filter(({ path: requestPath }) => requestPath === '/eager');
    expect(received.map(({ headers }) => headers['webhook-event'])).toEqual(['created', 'updated']);
    expect(JSON.parse(received[1]!.body)).toMatchObject({
      _validation_status: { uid: 'validation_status_approved' },
    });
    expect(await logs(plain)).toHaveLength(1);
    expect(await logs(eager)).toHaveLength(2);
  });

  it('stop while the hook is inactive', async () => {
    const hook = await addHook();
    await app.as('owner').patch(path(hook)).send({ active: false }).expect(200);
    await submit(app, uid);
    expect(await logs(hook)).toEqual([]);
  });

  it('are filtered by status and date; invalid filters return 400', async () => {
    const hook = await addHook();
    await submit(app, uid);
    await ended(hook);
    const count = async (query: string): Promise<number> =>
      (
        await app
          .as('owner')
          .get(path(hook, `logs/?${query}`))
          .expect(200)
      ).body.count as number;
    expect(await count('status=2')).toBe(1);
    expect(await count('status=0')).toBe(0);
    expect(await count('start_date=2020-01-01&end_date=')).toBe(1);
    expect(await count('end_date=2020-01-01T10:00')).toBe(0);
    for (const [query, refusal] of [
      ['status=x', { status: ['Select a valid choice. x is not one of the available choices.'] }],
      ['start_date=x', { start_date: ['Enter a valid date/time.'] }],
    ] as const) {
      expect(
        (
          await app
            .as('owner')
            .get(path(hook, `logs/?${query}`))
            .expect(400)
        ).body,
      ).toEqual(refusal);
    }
  });

  it('are retried on request, one at a time', async () => {
    const root = await submit(app, uid);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${root}/`);
    const submissionId = (body as { _id: number })._id;
    const { hook, log } = await makeFailedDelivery(app, uid, { submissionId });
    const again = path(hook, `logs/${log}/retry/`);
    const refusal = { detail: 'Data is being or has already been processed', status_code: null };
    expect((await app.as('owner').patch(again).expect(400)).body).toEqual(refusal);
    await app.as('owner').patch(path(hook)).send({ active: true, endpoint: receiver.origin }).expect(200);
    expect((await app.as('owner').patch(again).expect(200)).body).toEqual({
      detail: 'thanks',
      status_code: 200,
    });
    expect((await app.as('owner').patch(again).expect(400)).body).toEqual(refusal);
    expect(receiver.received).toHaveLength(1);
  });

  it('return 400 with the endpoint’s response when a retry fails', async () => {
    await submit(app, uid);
    const [row] = await app.rows<{ id: number }>('SELECT max(id)::int AS id FROM submission');
    const { hook, log } = await makeFailedDelivery(app, uid, { submissionId: row!.id });
    await app.as('owner').patch(path(hook)).send({ active: true, endpoint: receiver.origin }).expect(200);
    receiver.respond = (response) => void response.writeHead(418).end('no');
    const { body } = await app
      .as('owner')
      .patch(path(hook, `logs/${log}/retry/`))
      .expect(400);
    expect(body).toEqual({ detail: 'no', status_code: 418 });
  });

  it('are all retried at once, or return 304 when none failed', async () => {
    receiver.respond = (response) => void response.writeHead(418).end();
    const hook = await addHook();
    await submit(app, uid);
    const [log] = await ended(hook);
    expect(log).toMatchObject({ status: 0, status_code: 418, tries: 1 });
    receiver.respond = (response) => void response.end();
    const { body } = await app.as('owner').patch(path(hook, 'retry/')).expect(200);
    expect(body).toEqual({ detail: 'Task successfully scheduled', pending_uids: [log!['uid']] });
    const [again] = await eventually(
      () => logs(hook),
      ([each]) => each!['status'] === 2,
    );
    expect(again).toMatchObject({ status: 2, tries: 2 });
    await app.as('owner').patch(path(hook, 'retry/')).expect(304);
    await app.as('owner').patch(path(hook)).send({ active: false });
    const refused = await app.as('owner').patch(path(hook, 'retry/')).expect(400);
    expect(refused.body).toEqual({ detail: 'Cannot retry on disabled hooks' });
  });
});
