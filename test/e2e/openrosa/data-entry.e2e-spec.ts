import { randomUUID } from 'node:crypto';
import {
  type AssetJson,
  grant,
  grantPartially,
  makeAsset,
  makeDeployedAsset,
} from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'enumerator', 'some', 'viewer', 'stranger']) await app.addUser(username);
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'enumerator', ['add_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grant(app, survey.uid, 'some', ['add_submissions']);
  await grantPartially(app, survey.uid, 'some', { view_submissions: [{ consent: 'yes' }] });
});
afterAll(() => app.stop());

const data = (below = ''): string => `/api/v2/assets/${survey.uid}/data/${below}`;
const enter = (body: object, by = 'owner') => app.as(by).post(data()).send(body);
const withoutId = (answers: string): string =>
  `<?xml version="1.0"?><${survey.uid} id="${survey.uid}">${answers}</${survey.uid}>`;

interface Row extends Record<string, unknown> {
  readonly _id: number;
  readonly _uuid: string;
}

describe('a submission by the path of its asset', () => {
  it.each([
    ['nested by group', { submission: { person: { name: 'Asha', age: 34 }, consent: 'yes' } }],
    ['flat', { submission: { 'person/name': 'Asha', 'person/age': '34', consent: 'yes' } }],
    ['flat without an envelope', { 'person/name': 'Asha', 'person/age': 34, consent: 'yes' }],
  ])('is stored and returned: %s', async (_, body) => {
    const { body: made } = (await enter(body).expect(201)) as { body: Row };
    expect(made).toMatchObject({
      'person/name': 'Asha',
      'person/age': '34',
      consent: 'yes',
      __version__: survey.version_id as string,
      'meta/instanceID': `uuid:${made._uuid}`,
      _submitted_by: 'owner',
    });
    expect(
      (
        await app
          .as('owner')
          .get(data(String(made._id)))
          .expect(200)
      ).body,
    ).toEqual(made);
  });

  it('is accepted as from a collector, with its files, and given a missing instanceID', async () => {
    const xml = withoutId('<photo>asha.jpg</photo>');
    const { body } = (await submission(
      app.as('owner'),
      xml,
      [{ name: 'asha.jpg', content: 'x' }],
      data(),
    ).expect(201)) as { body: Row };
    expect(body).toMatchObject({
      photo: 'asha.jpg',
      'meta/instanceID': `uuid:${body._uuid}`,
      _attachments: [{ media_file_basename: 'asha.jpg', question_xpath: 'photo' }],
    });
  });

  it('is stored once per instanceID, on any path', async () => {
    const uuid = randomUUID();
    const body = { consent: 'yes', meta: { instanceID: `uuid:${uuid}` } };
    const { body: first } = (await enter(body).expect(201)) as { body: Row };
    expect(first._uuid).toBe(uuid);
    expect((await enter(body).expect(202)).body).toEqual(first);
    await enter({ ...body, consent: 'no' }).expect(409);

    const other = await submit(app, survey.uid);
    const again = submission(app.as('owner'), instanceXml(survey.uid, { uuid: other }), [], data());
    expect(((await again.expect(202)).body as Row)._uuid).toBe(other);
  });

  it('is returned again to its viewers, and to others by its id only', async () => {
    const meta = { instanceID: `uuid:${randomUUID()}` };
    const { body: made } = (await enter({ consent: 'yes', meta }, 'enumerator').expect(201)) as { body: Row };
    expect(made).toMatchObject({ consent: 'yes', _submitted_by: 'enumerator' });
    const identity = { _id: made._id, _uuid: made._uuid, 'meta/rootUuid': made['meta/rootUuid'] };
    expect((await enter({ consent: 'yes', meta }, 'enumerator').expect(202)).body).toEqual(identity);
    expect((await enter({ consent: 'yes', meta }, 'some').expect(202)).body).toEqual(made);

    const hidden = { instanceID: `uuid:${randomUUID()}` };
    await enter({ consent: 'no', meta: hidden }, 'some').expect(201);
    const { body: repeated } = await enter({ consent: 'no', meta: hidden }, 'some').expect(202);
    expect(Object.keys(repeated as Row).sort()).toEqual(Object.keys(identity).sort());
  });

  it('is accepted from anonymous callers where add_submissions is public', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    const path = `/api/v2/assets/${open.uid}/data/`;
    const { body } = await app.as(ANONYMOUS).post(path).send({ consent: 'yes' }).expect(201);
    expect(body).toMatchObject({ consent: 'yes', _submitted_by: null });
    const deprecatedID = `uuid:${(body as Row)._uuid}`;
    await app.as(ANONYMOUS).post(path).send({ consent: 'no', meta: { deprecatedID } }).expect(401);
  });

  it.each([
    ['no answers', {}],
    ['empty answers', { submission: {} }],
    ['not an object', [1]],
    ['the same name twice', { 'person/name': 'A', person: { name: 'B' } }],
    ['an invalid element name', { 'a b': '1' }],
  ])('is rejected: %s', async (_, body) => {
    await enter(body).expect(400);
  });

  it('is rejected for another form, for no form, or if it is no submission', async () => {
    const other = await makeDeployedAsset(app);
    await submission(app.as('owner'), instanceXml(other.uid), [], data()).expect(400);
    await submission(app.as('owner'), instanceXml('nonsense'), [], data()).expect(400);
    await enter({ consent: 'yes', formhub: { uuid: other.deployment__uuid as string } }).expect(400);
    await submission(app.as('owner'), '<a>', [], data()).expect(400);
    await app.as('owner').post(data()).type('text/plain').send('consent=yes').expect(400);
    const draft = await makeAsset(app);
    await app.as('owner').post(`/api/v2/assets/${draft.uid}/data/`).send({ consent: 'yes' }).expect(400);
  });

  it('is rejected by an archived form', async () => {
    const archived = await makeDeployedAsset(app, { active: false });
    await app
      .as('owner')
      .post(`/api/v2/assets/${archived.uid}/data/`)
      .send({ consent: 'yes' })
      .expect(405)
      .expect('Allow', /GET/);
  });
});

describe('the paths beside the submissions', () => {
  it.each([
    ['get', 'bulk', 'DELETE, OPTIONS, PATCH'],
    ['get', 'validation_statuses', 'DELETE, OPTIONS, PATCH'],
    ['delete', 'changes', 'GET, HEAD, OPTIONS'],
  ] as const)('list their methods: %s %s', async (verb, path, allow) => {
    await app
      .as('owner')
      [verb](data(`${path}/`))
      .expect(405)
      .expect('Allow', allow);
    await app
      .as('stranger')
      [verb](data(`${path}/`))
      .expect(404);
  });
});
