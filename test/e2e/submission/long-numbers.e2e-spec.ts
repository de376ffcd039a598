import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

/** Numbers in JSON keep the digits that were sent. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
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
});
