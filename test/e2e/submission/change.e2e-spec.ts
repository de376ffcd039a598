import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
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

async function expectCount(expected: number): Promise<void> {
  const counts = (await owner().get(`/api/v2/assets/${survey.uid}/counts/`).expect(200)).body;
  const daily = Object.values(counts.daily_submission_counts as Record<string, number>);
  const asset = (await owner().get(`/api/v2/assets/${survey.uid}/`).expect(200)).body;
  expect({
    total: counts.total_submission_count,
    daily: daily.reduce((sum, day) => sum + day, 0),
    list: (await owner().get(data())).body.count,
    asset: asset['deployment__submission_count'],
  }).toEqual({ total: expected, daily: expected, list: expected, asset: expected });
}

describe('a deletion', () => {
  it('removes files, history and count of the submission and is in the change list', async () => {
    const [first, second] = await sendThree();
    await owner()
      .delete(data(`${first}/`))
      .expect(204);
    await owner()
      .delete(data(`${first}/`))
      .expect(404);
    await owner()
      .get(data(`${first}/`))
      .expect(404);
    await owner().delete(data('nonsense/')).expect(404);
    await expectCount(2);
    expect(await app.rows('SELECT 1 FROM attachment WHERE submission_id = $1', [first])).toEqual([]);
    expect(await changesOf(app, first!)).toEqual(['created', 'deleted']);
    const [{ _uuid }] = (await rows()) as [Row];
    await owner()
      .delete(data(`uuid:${_uuid}/`))
      .expect(204);
    await owner()
      .get(data(`${second}/`))
      .expect(404);
    await expectCount(1);
  });

  it('of many is all or nothing', async () => {
    const [first, second] = await sendThree();
    const other = await makeDeployedAsset(app);
    await submit(app, other.uid);
    const foreign = (await owner().get(`/api/v2/assets/${other.uid}/data/`)).body.results[0]._id as number;
    const refused = await owner()
      .delete(data('bulk/'))
      .send({ payload: { submission_ids: [first, foreign] } })
      .expect(400);
    expect(refused.body).toEqual({ detail: 'One or more submission ids are invalid' });
    await expectCount(3);
    const done = await owner()
      .delete(data('bulk/'))
      .send({ payload: { submission_ids: [first, String(second)] } })
      .expect(200);
    expect(done.body).toEqual({ detail: '2 submissions have been deleted' });
    await expectCount(1);
    const byQuery = { payload: { query: { 'person/name': 'nobody' } } };
    expect((await owner().delete(data('bulk/')).send(byQuery).expect(200)).body.detail).toMatch(/^0 /);
    expect(
      (
        await owner()
          .delete(data('bulk/'))
          .send({ payload: { confirm: true } })
      ).body.detail,
    ).toMatch(/^1 /);
    await expectCount(0);
  });

  it.each<[payload: unknown, body: object]>([
    [undefined, { payload: ['This field is required.'] }],
    [{}, { payload: ['Confirmation is required'] }],
    [{ query: {} }, { payload: ['Confirmation is required'] }],
    [{ submission_ids: [] }, { payload: ['`submission_ids` must contain at least one value'] }],
  ])('without a selection (%j) returns 400', async (payload, body) => {
    expect((await owner().delete(data('bulk/')).send({ payload }).expect(400)).body).toEqual(body);
  });
});

describe('a copy', () => {
  it('is a new submission with the current time and the same files', async () => {
    const [first] = await sendThree();
    const original = (await owner().get(data(`${first}/`))).body as Row;
    await owner()
      .patch(data(`${first}/validation_status/`))
      .send({ 'validation_status.uid': APPROVED });
    const { body: copy } = await owner()
      .post(data(`${first}/duplicate/`))
      .expect(201);
    expect((await owner().get(data(`${copy._id}/`))).body).toEqual(copy);
    expect(copy).toMatchObject({
      'person/name': 'Asha',
      'meta/instanceID': `uuid:${copy._uuid}`,
      'meta/rootUuid': `uuid:${copy._uuid}`,
      _validation_status: {},
      _submitted_by: 'owner',
    });
    expect(copy._uuid).not.toBe(original._uuid);
    expect(copy.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(copy.end).toBeUndefined();
    const [file] = copy._attachments as [{ download_url: string; question_xpath: string }];
    expect(file.question_xpath).toBe('photo');
    await owner()
      .delete(data(`${first}/`))
      .expect(204);
    const bytes = await owner().get(new URL(file.download_url).pathname).responseType('blob').expect(200);
    expect((bytes.body as Buffer).toString()).toBe('Asha');
    await expectCount(3);
    await owner().post(data('999999999/duplicate/')).expect(404);
    await owner().patch(`/api/v2/assets/${survey.uid}/deployment/`).send({ active: false }).expect(200);
    expect(
      (
        await owner()
          .post(data(`${copy._id}/duplicate/`))
          .expect(405)
      ).body,
    ).toEqual({
      detail: 'Form is not active',
    });
  });
});

describe('the times of a copy', () => {
  it('are current in start and end of the form, and unchanged elsewhere', async () => {
    const then = '2026-03-01T09:00:00.000+01:00';
    const answers = `<start>${then}</start><end>${then}</end><person><start>${then}</start></person>`;
    const uuid = await submit(app, survey.uid, { answers });
    const before = new Date().toISOString();
    const { body } = await owner()
      .post(data(`${uuid}/duplicate/`))
      .expect(201);
    for (const timestamp of [body.start, body.end] as string[]) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
      expect(timestamp >= before.replace('Z', '+00:00')).toBe(true);
    }
    expect(body['person/start']).toBe(then);
  });
});

describe('a bulk edit', () => {
  const edit = (payload: object) => owner().patch(data('bulk/')).send({ payload });

  it('edits each submission and returns its new id', async () => {
    const [first, second] = await sendThree();
    const before = await rows();
    const { body } = await edit({
      submission_ids: [second, first],
      data: { 'person/name': 'Edited', new_q: 7, 'meta/instanceID': 'x', __version__: 'x' },
    }).expect(200);
    const after = await rows();
    expect(body).toEqual({
      count: 2,
      successes: 2,
      failures: 0,
      results: [0, 1].map((index) => ({
        uuid: after[index]!._uuid,
        root_uuid: before[index]!._uuid,
        status_code: 201,
        message: 'Successful submission',
      })),
    });
    expect(after[0]).toMatchObject({
      'person/name': 'Edited',
      new_q: '7',
      'meta/deprecatedID': `uuid:${before[0]!._uuid}`,
      'meta/rootUuid': `uuid:${before[0]!._uuid}`,
      _attachments: [{ media_file_basename: 'Asha.jpg' }],
    });
    expect(after[2]).toEqual(before[2]);
    expect(await changesOf(app, first!)).toEqual(['created', 'edited']);
    expect(await app.rows('SELECT uuid FROM submission_history WHERE submission_id = $1', [first])).toEqual([
      { uuid: before[0]!._uuid },
    ]);
  });

  it('applies to a query, and to all', async () => {
    await sendThree();
    expect((await edit({ query: { 'person/name': 'Ben' }, data: { consent: 'no' } })).body.count).toBe(1);
    expect((await edit({ confirm: true, data: { consent: 'yes' } })).body.count).toBe(3);
    expect((await rows()).map((row) => row['consent'])).toEqual(['yes', 'yes', 'yes']);
    await edit({ query: { 'person/name': 'nobody' }, data: { consent: 'no' } }).expect(400);
  });

  it('skips submissions without a place for the answers and reports why', async () => {
    await sendThree();
    const { body } = await edit({ confirm: true, data: { person: 'flat' } }).expect(400);
    expect(body).toMatchObject({ count: 3, successes: 0, failures: 3 });
    expect(body.results[0]).toMatchObject({ root_uuid: null, status_code: 400 });
    expect((await rows())[0]!['person/name']).toBe('Asha');
  });
});
