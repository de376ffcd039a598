import { readAccessTable } from '../../support/access-table';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';
import { changesOf } from '../../support/recorded-changes';

const APPROVED = 'validation_status_approved';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'changer', 'deleter', 'validator', 'viewer', 'some', 'stranger']) {
    await app.addUser(username);
  }
});
afterAll(() => app.stop());
beforeEach(async () => {
  survey = await makeDeployedAsset(app);
});

const owner = () => app.as('owner');
const data = (below = ''): string => `/api/v2/assets/${survey.uid}/data/${below}`;

interface Row extends Record<string, unknown> {
  readonly _id: number;
  readonly _uuid: string;
}

const sendThree = async (): Promise<number[]> => {
  for (const name of ['Asha', 'Ben', 'Eve']) {
    await submit(app, survey.uid, {
      answers: `<start>2026-03-01T09:00:00.000+01:00</start><person><name>${name}</name></person><photo>${name}.jpg</photo>`,
      files: [{ name: `${name}.jpg`, content: name }],
    });
  }
  return (await rows()).map(({ _id }) => _id);
};
const rows = async (): Promise<Row[]> => (await owner().get(data()).expect(200)).body.results as Row[];
const statuses = async () => (await rows()).map((row) => (row['_validation_status'] as { uid?: string }).uid);

describe('validation statuses', () => {
  it('are set, returned, queried and removed', async () => {
    const [first, second] = await sendThree();
    const path = data(`${first}/validation_status/`);
    expect((await owner().get(path).expect(200)).body).toEqual({});
    const before = (await owner().get(data(`${first}/`))).body as Row;
    const approved = { timestamp: expect.any(Number), uid: APPROVED, by_whom: 'owner', label: 'Approved' };
    expect((await owner().patch(path).send({ 'validation_status.uid': APPROVED }).expect(200)).body).toEqual(
      approved,
    );
    expect((await owner().get(path)).body).toEqual(approved);
    const after = (await owner().get(data(`${first}/`))).body as Row;
    const moved = expect.any(String) as unknown;
    expect(after).toEqual({ ...before, _validation_status: approved, _date_modified: moved });
    expect(after['_date_modified']! > before['_date_modified']!).toBe(true);
    const query = JSON.stringify({ '_validation_status.uid': APPROVED });
    expect((await owner().get(data()).query({ query })).body.count).toBe(1);
    await owner().delete(path).expect(204);
    expect((await owner().get(path)).body).toEqual({});
    expect(await changesOf(app, first!)).toEqual(['created', 'validation_status', 'validation_status']);
    expect(await changesOf(app, second!)).toEqual(['created']);
  });

  it.each([{}, { 'validation_status.uid': 'xyz' }, { 'validation_status.uid': null }])(
    'have three values: %j returns 400',
    async (body) => {
      const [first] = await sendThree();
      const { detail } = (
        await owner()
          .patch(data(`${first}/validation_status/`))
          .send(body)
          .expect(400)
      ).body;
      expect(detail).toMatch(/^Invalid validation status: `(xyz|None)`$/);
    },
  );

  it('are set in bulk by PATCH and DELETE', async () => {
    const [first, second] = await sendThree();
    const path = data('validation_statuses.json');
    const setStatus = (payload: object) => owner().patch(path).send({ payload });
    const some = { submission_ids: [String(first), second], 'validation_status.uid': APPROVED };
    expect((await setStatus(some).expect(200)).body).toEqual({
      detail: '2 submissions have been updated',
      change_id: expect.stringMatching(/^\d+$/),
    });
    expect(await statuses()).toEqual([APPROVED, APPROVED, undefined]);
    await setStatus({
      query: { 'person/name': 'Eve' },
      'validation_status.uid': 'validation_status_on_hold',
    });
    expect(await statuses()).toEqual([APPROVED, APPROVED, 'validation_status_on_hold']);
    await setStatus({ submission_ids: [first, 999_999_999], 'validation_status.uid': APPROVED }).expect(400);
    await setStatus({ submission_ids: [first] }).expect(400);
    const none = { payload: { confirm: true, 'validation_status.uid': null } };
    expect((await owner().delete(path).send(none).expect(200)).body.detail).toMatch(/^3 /);
    expect(await statuses()).toEqual([undefined, undefined, undefined]);
  });
});

describe('permission to change submissions', () => {
  // Columns: all, change, delete, validate, view, partial (where consent is yes), none, anonymous.
  const TABLE = `
                                     owner changer deleter validator viewer some stranger anonymous
    delete {own}/   204   403     204     403       403    204  404      404
    delete {other}/   204   403     204     403       403    403  404      404
    patch {own}/validation_status/   200   403     403     200       403    200  404      404
    patch {other}/validation_status/   200   403     403     200       403    403  404      404
    get {own}/validation_status/   200   200     200     200       200    200  404      404
    get {other}/validation_status/   200   200     200     200       200    404  404      404
    post {own}/duplicate/   201   201     403     403       403    201  404      404
    post {other}/duplicate/   201   201     403     403       403    403  404      404
    patch bulk/ {own}   200   200     403     403       403    200  404      404
    patch bulk/ {other}   200   200     403     403       403    403  404      404
    delete bulk/ {own}   200   403     200     403       403    200  404      404
    delete bulk/ {other}   200   403     200     403       403    403  404      404
    patch validation_statuses/ {other}   200 403     403     200       403    403  404      404
  `;

  it.each(readAccessTable(TABLE))('of $caller for $route: $status', async ({ route, caller, status }) => {
    for (const [username, codename] of [
      ['changer', 'change_submissions'],
      ['deleter', 'delete_submissions'],
      ['validator', 'validate_submissions'],
      ['viewer', 'view_submissions'],
    ] as const) {
      if (username === caller) await grant(app, survey.uid, username, [codename]);
    }
    const reach = [{ consent: 'yes' }];
    if (caller === 'some') {
      await grantPartially(app, survey.uid, 'some', {
        change_submissions: reach,
        delete_submissions: reach,
        validate_submissions: reach,
      });
    }
    await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    await submit(app, survey.uid, { answers: '<consent>no</consent>' });
    const [own, other] = await rows();
    const id = (route.includes('{own}') ? own : other)!._id;
    const [verb, path] = route.split(' ') as [Verb, string];
    const response = await app
      .as(caller === 'anonymous' ? ANONYMOUS : caller)
      [verb](data(path.replace(/\{\w+\}/, String(id))))
      .send({
        'validation_status.uid': APPROVED,
        payload: { submission_ids: [id], data: { consent: 'maybe' }, 'validation_status.uid': APPROVED },
      });
    expect(response.status).toBe(status);
  });

  it('limits a bulk request to the submissions of a partial permission', async () => {
    await grantPartially(app, survey.uid, 'some', { delete_submissions: [{ consent: 'yes' }] });
    for (const consent of ['yes', 'no', 'yes']) {
      await submit(app, survey.uid, { answers: `<consent>${consent}</consent>` });
    }
    const remove = (payload: object) => app.as('some').delete(data('bulk/')).send({ payload });
    await remove({ query: { consent: 'no' } }).expect(403);
    expect((await remove({ confirm: true }).expect(200)).body.detail).toBe('2 submissions have been deleted');
    expect((await rows()).map((row) => row['consent'])).toEqual(['no']);
  });

  it('returns an error for a form that was never deployed', async () => {
    const draft = await app.as('owner').post('/api/v2/assets/').send({ name: 'Draft', asset_type: 'survey' });
    const path = `/api/v2/assets/${draft.body.uid}/data/`;
    const body = { payload: { confirm: true, data: { a: 'b' }, 'validation_status.uid': APPROVED } };
    for (const response of [
      await owner().patch(`${path}bulk/`).send(body),
      await owner().delete(`${path}bulk/`).send(body),
      await owner().patch(`${path}validation_statuses/`).send(body),
      await owner().post(`${path}1/duplicate/`),
      await owner().get(`${path}1/validation_status/`),
    ]) {
      expect([response.status, response.body]).toEqual([
        400,
        { detail: 'The specified asset has not been deployed' },
      ]);
    }
  });
});
