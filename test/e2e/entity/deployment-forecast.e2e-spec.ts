import { grant, grantPartially, makeAsset } from '../../factories/asset.factory';
import {
  findList,
  FOLLOW_UP,
  makeFollowUp,
  makeRegistration,
  REGISTRATION,
} from '../../factories/entity.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

describe('forecast of a deployment for entity lists', () => {
  let app: TestApp;
  const NONE = { creates: false, updates: false, reads: false };

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'partial', 'stranger']) await app.addUser(name);
  });
  afterEach(() => app.rows('DELETE FROM entity_list'));
  afterAll(() => app.stop());

  const path = (uid: string) => `/api/v2/assets/${uid}/deployment/entity-lists/`;
  const forecast = async (uid: string, by = 'owner') =>
    (await app.as(by).get(path(uid)).expect(200)).body as { version_id: string; lists: unknown[] };
  const save = (uid: string, content: object) =>
    app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);

  it('says that a first deployment creates the list', async () => {
    const { uid } = await makeAsset(app, { content: REGISTRATION });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(await forecast(uid)).toEqual({
      version_id: body.version_id,
      lists: [
        {
          name: 'households',
          uid: null,
          url: null,
          approval_required: false,
          properties_added: ['head', 'village'],
          properties_dropped: [],
          deployed: NONE,
          draft: { creates: true, updates: false, reads: false },
        },
      ],
    });
    expect(await app.rows('SELECT FROM entity_list')).toEqual([]);
  });

  it('names the properties that the list gets and those that the form leaves', async () => {
    const { uid } = await makeRegistration(app);
    await app.rows('UPDATE entity_list SET approval_required = true');
    const survey = [REGISTRATION.survey[0], { type: 'text', name: 'roof', label: 'Roof', save_to: 'roof' }];
    await save(uid, { ...REGISTRATION, survey });
    const list = await findList(app);
    expect(await forecast(uid)).toMatchObject({
      lists: [
        {
          uid: list.uid,
          url: expect.stringContaining(`/api/v2/entity-lists/${list.uid}/`) as string,
          approval_required: true,
          properties_added: ['roof'],
          properties_dropped: ['village'],
          deployed: { creates: true, updates: false, reads: false },
          draft: { creates: true, updates: false, reads: false },
        },
      ],
    });
    expect(await findList(app)).toEqual(list);
  });

  it('says that a form stops using a list, and begins to use another', async () => {
    await makeRegistration(app);
    const { uid } = await makeFollowUp(app);
    await save(uid, { ...REGISTRATION, entities: [{ list_name: 'families', label: '${head}' }] });
    expect(await forecast(uid)).toMatchObject({
      lists: [
        { name: 'families', uid: null, deployed: NONE, draft: { creates: true } },
        {
          name: 'households',
          properties_added: [],
          properties_dropped: ['village', 'members'],
          deployed: { creates: false, updates: true, reads: true },
          draft: NONE,
        },
      ],
    });
    await app.as('owner').put(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    const { lists } = await forecast(uid);
    expect(lists).toMatchObject([
      { name: 'families', properties_added: [], deployed: { creates: true }, draft: { creates: true } },
    ]);
  });

  it('is empty for forms without lists, and refuses what cannot be deployed', async () => {
    const survey = [{ type: 'text', name: 'note', label: 'Note' }];
    const { uid } = await makeAsset(app, { content: { survey } });
    expect(await forecast(uid)).toMatchObject({ lists: [] });
    await save(uid, { survey: [{ type: 'text', name: 'note', label: 'Note', relevant: '${gone} = 1' }] });
    expect((await app.as('owner').get(path(uid)).expect(400)).body.detail).toContain('gone');
    const question = await makeAsset(app, { content: { survey }, asset_type: 'question' });
    expect((await app.as('owner').get(path(question.uid)).expect(400)).body.detail).toContain('Only surveys');
  });

  it('is for those who may deploy the form', async () => {
    const { uid } = await makeRegistration(app);
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'partial' }] });
    expect(await forecast(uid, 'editor')).toMatchObject({ lists: [{ name: 'households' }] });
    for (const [name, status] of [
      ['viewer', 403],
      ['partial', 403],
      ['stranger', 404],
      [ANONYMOUS, 404],
    ] as const) {
      await app.as(name).get(path(uid)).expect(status);
    }
  });

  it('does not tell an editor about other lists of the owner', async () => {
    await makeRegistration(app);
    const draft = await makeAsset(app, { content: REGISTRATION });
    const reading = await makeAsset(app, {
      content: { ...FOLLOW_UP, entities: [], survey: [FOLLOW_UP.survey[0]] },
    });
    for (const { uid } of [draft, reading]) await grant(app, uid, 'editor', ['change_asset']);
    const { body } = await app.as('editor').get(path(draft.uid)).expect(400);
    expect(body.detail).toContain('Ask the owner to deploy the form once');
    expect(await forecast(reading.uid, 'editor')).toMatchObject({ lists: [] });
    expect(await forecast(reading.uid)).toMatchObject({
      lists: [{ name: 'households', deployed: NONE, draft: { creates: false, updates: false, reads: true } }],
    });
  });
});
