import { makeAsset } from '../../factories/asset.factory';
import { HookRetentionService } from '../../../src/modules/hook/hook-dispatch.service';
import { makeFailedDelivery, makeHook } from '../../factories/hook.factory';
import { startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';

const UNUSUAL =
  'Enter a valid URL, such as https://example.org/in, without backslashes and with an address in dotted decimals.';
const ENDPOINT = 'https://data.example.org/in';

describe('hooks of an asset', () => {
  let app: TestApp;
  let uid: string;
  const hooks = (below = ''): string => `/api/v2/assets/${uid}/hooks/${below}`;
  const add = (body: object) =>
    app
      .as('owner')
      .post(hooks())
      .send({ name: 'H', endpoint: ENDPOINT, ...body });

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeAsset(app));
  });
  afterAll(() => app.stop());

  it('require a name and an endpoint and return their defaults (201)', async () => {
    const { body, headers } = await add({ name: ' My hook ' }).expect(201);
    expect(body).toMatchObject({
      name: 'My hook',
      endpoint: ENDPOINT,
      active: true,
      export_type: 'json',
      auth_level: 'no_auth',
      settings: {},
      signed: false,
      email_notification: true,
      send_changes: false,
      subset_fields: [],
      payload_template: null,
      success_count: 0,
      failed_count: 0,
      pending_count: 0,
    });
    expect(headers['location']).toBe(body.url);
    const shown = await app
      .as('owner')
      .get(hooks(`${body.uid}/`))
      .expect(200);
    expect(shown.body).toEqual(body);
  });

  it('trim blanks and accept a number as its digits', async () => {
    const typed = { name: 5, endpoint: ` ${ENDPOINT}\n`, payload_template: 7 };
    const { body } = await add(typed).expect(201);
    expect(body).toMatchObject({ name: '5', endpoint: ENDPOINT, payload_template: '7' });
    const changed = await app
      .as('owner')
      .patch(hooks(`${body.uid}/`))
      .send({ name: ' Named ', endpoint: `${ENDPOINT} ` })
      .expect(200);
    expect(changed.body).toMatchObject({ name: 'Named', endpoint: ENDPOINT });
  });

  it.each<[object, object]>([
    [{ active: null }, { active: ['This field may not be null.'] }],
    [{ subset_fields: null }, { subset_fields: ['This field may not be null.'] }],
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ endpoint: '' }, { endpoint: ['This field may not be blank.'] }],
    [{ endpoint: 'ftp://x.example/' }, { endpoint: ['Invalid scheme'] }],
    [{ endpoint: 'http://' }, { endpoint: ['Enter a valid URL.'] }],
    [{ endpoint: 'http:\\\\x.example\\in' }, { endpoint: [UNUSUAL] }],
    [{ endpoint: 'http://x.example/a\nb' }, { endpoint: [UNUSUAL] }],
    [{ endpoint: 'http://2130706433/' }, { endpoint: [UNUSUAL] }],
    [{ endpoint: 'http://exa mple.org/' }, { endpoint: ['Enter a valid URL.'] }],
    [{ export_type: 'csv' }, { export_type: ['"csv" is not a valid choice.'] }],
    [{ auth_level: 'x' }, { auth_level: ['"x" is not a valid choice.'] }],
    [{ payload_template: '{"x": ' }, { payload_template: ['Invalid JSON'] }],
    [{ payload_template: '{"x": "%SUBMISSION%"}' }, { payload_template: ['Invalid JSON'] }],
    [
      { payload_template: '{"x": %SUBMISSION%}', export_type: 'xml' },
      { payload_template: ['Can be used only with JSON submission format'] },
    ],
    [{ subset_fields: 'a' }, { subset_fields: ['Expected a list of items but got type "str".'] }],
    [
      { settings: { custom_headers: { 'X-A': 'a\r\nHost: inside' } } },
      { settings: ['The header "X-A" is not valid. Use ASCII text without line breaks.'] },
    ],
    [
      { settings: { custom_headers: { Host: 'inside' } } },
      { settings: ['The header "Host" is set by the service. Remove it.'] },
    ],
  ])('return 400 for %j', async (body, refusal) => {
    expect((await add(body).expect(400)).body).toEqual(refusal);
  });

  it('delete log entries that ended long ago but none that are pending', async () => {
    const clock = new FakeClock(app, '2027-01-01T00:00:00Z');
    const { hook, log } = await makeFailedDelivery(app, uid);
    const DAYS_MS = 24 * 60 * 60_000;
    const rows = [
      ['old-failed', 0, 91],
      ['old-sent', 2, 91],
      ['old-pending', 1, 400],
      ['sent', 2, 89],
    ] as const;
    for (const [name, status, days] of rows) {
      await app.rows(
        `INSERT INTO hook_delivery (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
         SELECT $2, hook_id, asset_id, 1, 'created', $3, 1, '', $4, $4 FROM hook_delivery WHERE uid = $1`,
        [log, name, status, new Date(clock.now().getTime() - days * DAYS_MS)],
      );
    }
    await app.nest.get(HookRetentionService).deleteExpired();
    const remaining = await app.rows<{ uid: string }>(
      `SELECT uid FROM hook_delivery WHERE hook_id = (SELECT id FROM hook WHERE uid = $1) AND uid <> $2 ORDER BY uid`,
      [hook, log],
    );
    expect(remaining.map((row) => row.uid)).toEqual(['old-pending', 'sent']);
  });

  it('reject an endpoint that contains credentials (400)', async () => {
    const { body } = await add({ endpoint: 'https://ann:secret@data.example.org/' }).expect(400);
    expect(body.endpoint).toEqual([expect.stringContaining('contains credentials')]);
  });

  it('never return a secret, store it encrypted, and accept its mask as unchanged', async () => {
    const settings = {
      username: 'ann',
      password: 'open sesame',
      custom_headers: { 'X-Project': 'wells', 'X-Api-Key': 'door key' },
    };
    const masked = {
      username: 'ann',
      password: '********',
      custom_headers: { 'X-Project': 'wells', 'X-Api-Key': '********' },
    };
    const { body } = await add({ settings, secret: 'signing key', auth_level: 'basic_auth' }).expect(201);
    expect(body).toMatchObject({ settings: masked, signed: true });
    expect(body).not.toHaveProperty('secret');
    const path = hooks(`${body.uid}/`);
    const changed = { ...masked, custom_headers: { ...masked.custom_headers, 'X-Project': 'pumps' } };
    const patched = await app.as('owner').patch(path).send({ settings: changed }).expect(200);
    expect(patched.body).toMatchObject({ settings: changed, signed: true });
    await app.as('owner').patch(path).send({ secret: null }).expect(200);
    expect((await app.as('owner').get(path)).body.signed).toBe(false);

    const rows = await app.rows('SELECT * FROM hook');
    const entries = await app.rows('SELECT * FROM audit_entry');
    const stored = JSON.stringify([rows, entries], (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    for (const secret of ['open sesame', 'door key', 'signing key']) expect(stored).not.toContain(secret);
  });

  it('update the fields that are sent, with an entry in the history', async () => {
    const hook = await makeHook(app, uid, { active: false, subset_fields: ['a', 1] });
    const { body } = await app
      .as('owner')
      .patch(hooks(`${hook}/`))
      .send({ name: 'Renamed' })
      .expect(200);
    expect(body).toMatchObject({ name: 'Renamed', active: false, subset_fields: ['a', 1] });
    await app
      .as('owner')
      .put(hooks(`${hook}/`))
      .send({ name: 'Put' })
      .expect(400);
    await app
      .as('owner')
      .put(hooks(`${hook}/`))
      .send({ name: 'Put', endpoint: ENDPOINT })
      .expect(200);
    await app
      .as('owner')
      .delete(hooks(`${hook}/`))
      .expect(204);
    await app
      .as('owner')
      .get(hooks(`${hook}/`))
      .expect(404);
    await app
      .as('owner')
      .get(hooks(`${hook}/logs/`))
      .expect(404);
    const { body: history } = await app
      .as('owner')
      .get(`/api/v2/assets/${uid}/history/?q=metadata__hook__uid:${hook}`)
      .expect(200);
    expect((history.results as { action: string }[]).map(({ action }) => action)).toEqual([
      'delete-service',
      'modify-service',
      'modify-service',
      'register-service',
    ]);
  });

  it('are listed newest first, in pages', async () => {
    const [older, newer] = [await makeHook(app, uid), await makeHook(app, uid)];
    const { body } = await app.as('owner').get(hooks('?limit=2')).expect(200);
    expect((body.results as { uid: string }[]).map((hook) => hook.uid)).toEqual([newer, older]);
    expect(body.next).toContain('start=2');
  });
});
