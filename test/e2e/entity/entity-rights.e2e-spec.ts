import { grant, grantPartially } from '../../factories/asset.factory';
import { findList, makeFollowUp, makeRegistration, register, update } from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const LISTS = '/api/v2/entity-lists/';

describe('rights on lists of entities', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'changer', 'partial', 'stranger']) await app.addUser(name);
    await app.addUser('root-user', { superuser: true });
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
    await grant(app, form, 'viewer', ['view_submissions']);
    await grant(app, form, 'changer', ['change_submissions']);
    await grantPartially(app, form, 'partial', { view_submissions: [{ village: 'Kisumu' }] });
    await grant(app, followUp, ANONYMOUS, ['view_submissions']);
  });
  afterAll(() => app.stop());
  afterEach(async () => {
    await app.rows('DELETE FROM entity');
    await app.rows('DELETE FROM entity_list WHERE uid <> $1', [list]);
  });

  const at = (below = '', uid = list): string => `${LISTS}${uid}/${below}`;
  const add = async (values: object = {}): Promise<string> => {
    const { body } = await app
      .as('owner')
      .post(at('entities/'))
      .send({ label: 'Asha', data: { village: 'Kisumu' }, ...values })
      .expect(201);
    return (body as { uuid: string }).uuid;
  };

  const READERS = [
    ['owner', ['view', 'change', 'manage']],
    ['root-user', ['view', 'change', 'manage']],
    ['changer', ['view', 'change']],
    ['viewer', ['view']],
  ] as const;
  const OTHERS = ['partial', 'stranger'];
  const reads = (id: string) => [
    '',
    'entities/',
    'entities.csv',
    `entities/${id}/`,
    `entities/${id}/versions/`,
  ];

  it.each(READERS)('let %s read, with the rights %j', async (name, rights) => {
    const id = await add();
    expect(await findList(app, 'households', name)).toMatchObject({ effective_permissions: rights });
    for (const path of reads(id)) await app.as(name).get(at(path)).expect(200);
  });

  it.each(OTHERS)('hide the list from %s', async (name) => {
    const id = await add();
    const { body } = await app.as(name).get(LISTS).expect(200);
    expect(body).toMatchObject({ count: 0, results: [] });
    for (const path of reads(id)) await app.as(name).get(at(path)).expect(404);
    await app.as(name).post(at('entities/')).send({ label: 'x' }).expect(404);
    await app.as(name).patch(at()).send({ properties: [] }).expect(404);
    await app.as(name).delete(at()).expect(404);
    await app
      .as(name)
      .patch(at(`entities/${id}/`))
      .send({ base_version: 1 })
      .expect(404);
    await app
      .as(name)
      .delete(at(`entities/${id}/`))
      .expect(404);
  });

  it('ask strangers without credentials to sign in', async () => {
    const id = await add();
    await app.as(ANONYMOUS).get(LISTS).expect(401);
    for (const path of reads(id)) await app.as(ANONYMOUS).get(at(path)).expect(401);
    await app.as(ANONYMOUS).post(at('entities/')).send({ label: 'x' }).expect(401);
  });

  it.each([
    ['viewer', 403, 403],
    ['changer', 201, 403],
  ])('let %s create entries with %i and manage the list with %i', async (name, writes, manages) => {
    const id = await add();
    await app.as(name).post(at('entities/')).send({ label: 'x' }).expect(writes);
    await app.as(name).post(at('entities/bulk/')).send({ entities: [] }).expect(writes);
    const changes = writes === 201 ? 200 : writes;
    await app
      .as(name)
      .patch(at(`entities/${id}/`))
      .send({ base_version: 1, label: 'y' })
      .expect(changes);
    await app
      .as(name)
      .delete(at(`entities/${id}/`))
      .expect(writes === 201 ? 204 : writes);
    await app
      .as(name)
      .patch(at())
      .send({ properties: ['head', 'village', 'members'] })
      .expect(manages);
    await app.as(name).delete(at()).expect(manages);
  });

  it('do not name projects that the caller may not see', async () => {
    expect((await findList(app)).projects.map(({ uid }) => uid)).toEqual([form, followUp]);
    expect((await findList(app, 'households', 'viewer')).projects.map(({ uid }) => uid)).toEqual([form]);
    const id = await register(app, form);
    await submit(app, followUp, update(id, { members: 1 }));
    const { body } = await app
      .as('viewer')
      .get(at(`entities/${id}/versions/`))
      .expect(200);
    expect(body.results).toMatchObject([{ submission: null }, { submission: { asset: form } }]);
  });

  it('show problems to those who view all submissions', async () => {
    const path = `/api/v2/assets/${form}/entity-problems/`;
    for (const [name, status] of [
      ['owner', 200],
      ['viewer', 200],
      ['partial', 404],
      ['stranger', 404],
      [ANONYMOUS, 404],
    ] as const) {
      await app.as(name).get(path).expect(status);
    }
  });
});
