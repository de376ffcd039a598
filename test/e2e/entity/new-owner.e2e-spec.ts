import {
  type EntityListJson,
  findList,
  makeRegistration,
  register,
  REGISTRATION,
} from '../../factories/entity.factory';
import { startApp, type TestApp } from '../../support/app';

describe('lists of a project that gets another owner', () => {
  let app: TestApp;
  let form: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'ann']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    await register(app, form, { head: 'Asha' });
    const { body } = await app
      .as('owner')
      .post('/api/v2/project-ownership/invites/')
      .send({ recipient: '/api/v2/users/ann/', assets: [form] })
      .expect(201);
    const { pathname } = new URL((body as { url: string }).url);
    await app.as('ann').patch(pathname).send({ status: 'accepted' }).expect(200);
  });
  afterAll(() => app.stop());

  const listOf = async (owner: string): Promise<EntityListJson & { owner__username: string }> => {
    const { body } = await app.as(owner).get('/api/v2/entity-lists/').expect(200);
    const lists = (body as { results: (EntityListJson & { owner__username: string })[] }).results;
    return lists.find(({ owner__username: name }) => name === owner)!;
  };

  it('stay those of the former owner until the form is deployed, then are those of the new one', async () => {
    await register(app, form, { by: 'ann', head: 'Before' });
    expect(await findList(app, 'households', 'ann')).toMatchObject({ entities_count: 2 });
    const survey = [...REGISTRATION.survey, { type: 'text', name: 'roof', label: 'Roof' }];
    const path = `/api/v2/assets/${form}/`;
    await app
      .as('ann')
      .patch(path)
      .send({ content: { ...REGISTRATION, survey } })
      .expect(200);
    await app.as('ann').patch(`${path}deployment/`).send({}).expect(200);
    await register(app, form, { by: 'ann', head: 'After' });
    expect(await listOf('ann')).toMatchObject({ entities_count: 1, projects: [{ uid: form }] });
    expect(await listOf('owner')).toMatchObject({ entities_count: 2, projects: [] });
  });
});
