import { xlsxOf } from '../../fixtures/xlsform-in/xlsx-builder';
import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { importFile } from '../../factories/import.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

/** Numbers in JSON keep the digits that were sent. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'ann']) await app.addUser(name);
});
afterAll(() => app.stop());

const survey = [
  { type: 'text', name: 't', label: 't' },
  { type: 'integer', name: 'n', label: 'n' },
  { type: 'begin_repeat', name: 'r', label: 'r' },
  { type: 'decimal', name: 'd', label: 'd' },
  { type: 'end_repeat' },
];
const owner = () => app.as('owner');
const sendJson = (test: ReturnType<ReturnType<TestApp['as']>['post']>, body: string) =>
  test.set('Content-Type', 'application/json').send(body);

it('of submissions, in groups, repeats and bulk edits', async () => {
  const { uid } = await makeDeployedAsset(app, { content: { survey } });
  const data = `/api/v2/assets/${uid}/data/`;
  const body = '{"t":12345678901234567890,"n":9007199254740993,"r":[{"d":0.12345678901234567},{"d":1e400}]}';
  const { body: stored } = await sendJson(owner().post(data), body).expect(201);
  expect(stored).toMatchObject({
    t: '12345678901234567890',
    n: '9007199254740993',
    r: [{ 'r/d': '0.12345678901234567' }, { 'r/d': '1e400' }],
  });
  const edit = `{"payload":{"submission_ids":[${stored._id}],"data":{"t":123456789012345678}}}`;
  await sendJson(owner().patch(`${data}bulk/`), edit).expect(200);
  const { body: edited } = await owner().get(`${data}${stored._id}/`).expect(200);
  expect(edited.t).toBe('123456789012345678');
  const envelope = `{"id":"${uid}","submission":{"t":100000000000000000000000,"meta":{"instanceID":"uuid:long-number"}}}`;
  await sendJson(owner().post('/submission'), envelope).expect(201);
  const { body: sent } = await owner().get(`${data}long-number/`).expect(200);
  expect(sent.t).toBe('100000000000000000000000');
});

it('of fractions as written, in submissions and bulk edits', async () => {
  const { uid } = await makeDeployedAsset(app, { content: { survey } });
  const data = `/api/v2/assets/${uid}/data/`;
  const body = '{"t":1.50,"n":5.0,"r":[{"d":-1.0E-4},{"d":0.10}]}';
  const { body: stored } = await sendJson(owner().post(data), body).expect(201);
  expect(stored).toMatchObject({ t: '1.50', n: '5.0', r: [{ 'r/d': '-1.0E-4' }, { 'r/d': '0.10' }] });
  const query = '{"r":{"$elemMatch":{"r/d":0.10}}}';
  const edit = `{"payload":{"query":${query},"data":{"t":2.50}}}`;
  await sendJson(owner().patch(`${data}bulk/`), edit).expect(200);
  const { body: edited } = await owner().get(`${data}${stored._id}/`).expect(200);
  expect(edited.t).toBe('2.50');
  const envelope = `{"id":"${uid}","submission":{"t":1.50,"meta":{"instanceID":"uuid:fraction"}}}`;
  await sendJson(owner().post('/submission'), envelope).expect(201);
  const { body: sent } = await owner().get(`${data}fraction/`).expect(200);
  expect(sent.t).toBe('1.50');
});

it('of filters', async () => {
  const { uid } = await makeDeployedAsset(app, { content: { survey } });
  for (const n of ['9007199254740992', '9007199254740993', '9007199254740994'])
    await submit(app, uid, { answers: `<t>${n}</t><n>${n}</n>` });
  const found = async (query: string): Promise<string[]> => {
    const { body } = await owner().get(`/api/v2/assets/${uid}/data/`).query({ query }).expect(200);
    return (body.results as { n: string }[]).map(({ n }) => n.slice(-3));
  };
  expect(await found('{"n":9007199254740993}')).toEqual(['993']);
  expect(await found('{"n":{"$gt":9007199254740993}}')).toEqual(['994']);
  expect(await found('{"n":{"$in":[9007199254740993,9007199254740994]}}')).toEqual(['993', '994']);
  expect(await found('{"n":{"$ne":9007199254740993}}')).toEqual(['992', '994']);
  expect(await found('{"t":9007199254740993}')).toEqual(['993']);
  expect(await found('{"n":{"$gt":0.0000001}}')).toHaveLength(3);
  expect(await found('{"n":{"$lt":0.12345678901234567}}')).toEqual([]);
  expect(await found('{"n":{"$lt":1e400}}')).toEqual([]);
});

describe('of row filters', () => {
  let uid: string;
  const ids = ['1234567890123456788', '1234567890123456789', '1234567890123456790'];
  beforeEach(async () => {
    ({ uid } = await makeDeployedAsset(app, { content: { survey } }));
    for (const id of ids) await submit(app, uid, { answers: `<t>${id}</t><n>${id}</n>` });
  });

  const visible = async (): Promise<string[]> => {
    const { body } = await app.as('ann').get(`/api/v2/assets/${uid}/data/`).expect(200);
    return (body.results as { n: string }[]).map(({ n }) => n.slice(-2));
  };

  it.each([
    ['{"n":1234567890123456789}', ['89']],
    ['{"n":{"$gte":1234567890123456789}}', ['89', '90']],
    ['{"n":{"$in":[1234567890123456788,1234567890123456790]}}', ['88', '90']],
    ['{"t":{"$ne":1234567890123456789}}', ['88', '90']],
    ['{"n":1234567890123456789.0}', ['89']],
  ])('by the API: %s', async (filter, expected) => {
    const grants = `[{"url":"/api/v2/permissions/view_submissions/","filters":[${filter}]}]`;
    const path = `/api/v2/assets/${uid}/permission-assignments/`;
    const named = { user: '/api/v2/users/ann/', permission: '/api/v2/permissions/partial_submissions/' };
    const json = JSON.stringify(named).replace('}', `,"partial_permissions":${grants}}`);
    await sendJson(owner().post(path), json).expect(201);
    expect(await visible()).toEqual(expected);
    await owner()
      .post(path)
      .type('form')
      .send({ ...named, partial_permissions: grants })
      .expect(201);
    expect(await visible()).toEqual(expected);
  });

  it('by the page, which shows them again', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const people = `/projects/${uid}/people/`;
    const chosen = { 'question-0': 'n', 'comparison-0': 'at-least', 'value-0': ids[1]! };
    await browser.submit(`${people}add/`, { user: 'ann', view_asset: 'yes', rows: 'some', ...chosen });
    expect(await visible()).toEqual(['89', '90']);
    const { text } = await browser.get(`${people}person/ann/`).expect(200);
    expect(text).toContain(`value="${ids[1]}"`);
    await browser.submit(`${people}person/ann/`, { view_asset: 'yes', rows: 'some', ...chosen });
    expect(await visible()).toEqual(['89', '90']);
  });

  it('of the table of submissions', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const shown = async (query: string): Promise<string[]> => {
      const { text } = await browser.get(`/projects/${uid}/data/?c=n&${query}`).expect(200);
      return ids
        .filter((id) => new RegExp(`<td class="figure">\\s*${id}`).test(text))
        .map((id) => id.slice(-2));
    };
    expect(await shown('rows=50')).toEqual(['88', '89', '90']);
    expect(await shown(`from.n=${ids[1]}`)).toEqual(['89', '90']);
    expect(await shown(`from.n=${ids[1]}&to.n=${ids[1]}`)).toEqual(['89']);
  });
});

it('of forms', async () => {
  const { uid } = await makeAsset(app);
  const content =
    '{"survey":[{"type":"select_one","select_from_list_name":"l","name":"q","label":["Q"],"default":1234567890123456781}],' +
    '"choices":[{"list_name":"l","name":1234567890123456781,"label":["A"]},{"list_name":"l","name":1234567890123456782,"label":["B"]}]}';
  const names = async (): Promise<string[]> => {
    const { body } = await owner().get(`/api/v2/assets/${uid}/`).expect(200);
    return (body.content.choices as { name: string }[]).map(({ name }) => name);
  };
  await sendJson(owner().patch(`/api/v2/assets/${uid}/`), `{"content":${content}}`).expect(200);
  expect(await names()).toEqual(['1234567890123456781', '1234567890123456782']);
  await owner()
    .patch(`/api/v2/assets/${uid}/`)
    .send({ content: JSON.stringify(JSON.parse('{"survey":[]}')) })
    .expect(200);
  await owner().patch(`/api/v2/assets/${uid}/`).type('form').send({ content }).expect(200);
  expect(await names()).toEqual(['1234567890123456781', '1234567890123456782']);
  const create = () => owner().post('/api/v2/assets/');
  const made = await Promise.all([
    sendJson(create(), `{"name":"a","asset_type":"survey","content":${content}}`).expect(201),
    create().type('form').send({ name: 'b', asset_type: 'survey', content }).expect(201),
    create().field({ name: 'c', asset_type: 'survey', content }).expect(201),
  ]);
  for (const { body } of made) {
    expect(body.content.survey[0].default).toBe('1234567890123456781');
    expect(body.content.choices).toEqual([
      expect.objectContaining({ name: '1234567890123456781' }),
      expect.objectContaining({ name: '1234567890123456782' }),
    ]);
  }
});

it('of workbooks', async () => {
  const cell = (value: string) => `<c><v>${value}</v></c>`;
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
  const sheets = {
    survey: [
      ['type', 'name', 'label'],
      ['select_one l', 'q', 'Q'],
    ],
    choices: [
      row(text('list_name'), text('name'), text('label')),
      row(text('l'), cell('1234567890123456789'), cell('1234567890123456789.0')),
      row(text('l'), cell('1234567890123456790.0'), cell('7.0')),
    ].join(''),
  };
  const { messages } = await importFile(app, xlsxOf({ sheets }));
  const { body } = await owner().get(`/api/v2/assets/${messages.created![0]!.uid}/`).expect(200);
  expect(body.content.choices).toEqual([
    expect.objectContaining({ name: '1234567890123456789', label: ['1234567890123456789'] }),
    expect.objectContaining({ name: '1234567890123456790', label: ['7'] }),
  ]);
});
