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
    ['flat and alone', { 'person/name': 'Asha', 'person/age': 34, consent: 'yes' }],
  ])('is stored and answered: %s', async (_, body) => {
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

  it('comes as a collector sends it too, with its files, and is given the instanceID that it lacks', async () => {
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

  it('is stored once under its instanceID, whichever way it comes', async () => {
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

  it('is shown again to whoever sees it, and by its identity alone to whoever does not', async () => {
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

  it('is taken from anybody where anybody may submit', async () => {
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
    ['no answers inside', { submission: {} }],
    ['no object', [1]],
    ['the same twice', { 'person/name': 'A', person: { name: 'B' } }],
    ['no name of an element', { 'a b': '1' }],
  ])('is refused: %s', async (_, body) => {
    await enter(body).expect(400);
  });

  it('is refused when it is for another form, of no form, or no submission at all', async () => {
    const other = await makeDeployedAsset(app);
    await submission(app.as('owner'), instanceXml(other.uid), [], data()).expect(400);
    await submission(app.as('owner'), instanceXml('nonsense'), [], data()).expect(400);
    await enter({ consent: 'yes', formhub: { uuid: other.deployment__uuid as string } }).expect(400);
    await submission(app.as('owner'), '<a>', [], data()).expect(400);
    await app.as('owner').post(data()).type('text/plain').send('consent=yes').expect(400);
    const draft = await makeAsset(app);
    await app.as('owner').post(`/api/v2/assets/${draft.uid}/data/`).send({ consent: 'yes' }).expect(400);
  });

  it('is refused by an archived form', async () => {
    const archived = await makeDeployedAsset(app, { active: false });
    await app
      .as('owner')
      .post(`/api/v2/assets/${archived.uid}/data/`)
      .send({ consent: 'yes' })
      .expect(405)
      .expect('Allow', /GET/);
  });
});

describe('paths beside submissions', () => {
  it.each([
    ['get', 'bulk', 'DELETE, OPTIONS, PATCH'],
    ['get', 'validation_statuses', 'DELETE, OPTIONS, PATCH'],
    ['delete', 'changes', 'GET, HEAD, OPTIONS'],
  ] as const)('say which methods they take: %s %s', async (verb, path, allow) => {
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
