import { randomUUID } from 'node:crypto';
import {
  entitiesOf,
  type EntityListJson,
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  update,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const LISTS = '/api/v2/entity-lists/';

describe(LISTS, () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'changer', 'partial', 'stranger']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
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
  const make = async (by: string, values: object = {}): Promise<EntityListJson> =>
    (
      await app
        .as(by)
        .post(LISTS)
        .send({ name: 'wells', ...values })
        .expect(201)
    ).body as EntityListJson;

  it('creates, shows, extends and deletes a list', async () => {
    const { uid } = await make('stranger', { properties: ['depth'] });
    expect(uid).toMatch(/^el\w{21}$/);
    const { body } = await app
      .as('stranger')
      .patch(at('', uid))
      .send({ properties: ['owner', 'depth'] })
      .expect(200);
    expect(body).toMatchObject({
      name: 'wells',
      properties: ['owner', 'depth'],
      entities_count: 0,
      projects: [],
    });
    await app
      .as('stranger')
      .patch(at('', uid))
      .send({ properties: ['owner'] })
      .expect(400);
    await app.as('stranger').delete(at('', uid)).expect(204);
    await app.as('stranger').get(at('', uid)).expect(404);
  });

  it.each([
    [{ name: '2wells' }],
    [{ name: 'a b' }],
    [{ name: '' }],
    [{}],
    [{ name: 'wells', properties: ['label'] }],
    [{ name: 'wells', properties: ['a', 'a'] }],
    [{ name: 'wells', properties: 'a' }],
  ])('refuses the list %j', async (values) => {
    await app.as('owner').post(LISTS).send(values).expect(400);
  });

  it('has one list of a name for each owner', async () => {
    await make('stranger');
    await make('owner');
    const { body } = await app.as('owner').post(LISTS).send({ name: 'wells' }).expect(400);
    expect(body).toEqual({ name: ['You have a list `wells` already.'] });
  });

  it('deletes a list only when no active form saves to it', async () => {
    const { uid } = await makeRegistration(app, {
      content: {
        survey: [{ type: 'text', name: 'a', label: 'A', save_to: 'a' }],
        entities: [{ list_name: 'temporary', label: '${a}' }],
        settings: {},
      },
    });
    const temporary = (await findList(app, 'temporary')).uid;
    const { body } = await app.as('owner').delete(at('', temporary)).expect(409);
    expect(JSON.stringify(body)).toContain('Registration');
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: false }).expect(200);
    await app.as('owner').delete(at('', temporary)).expect(204);
  });

  it('changes an entry over the version that the caller read', async () => {
    const id = await add();
    const path = at(`entities/${id}/`);
    const { body } = await app
      .as('owner')
      .patch(path)
      .send({ base_version: 1, data: { members: 3 } })
      .expect(200);
    expect(body).toMatchObject({ version: 2, label: 'Asha', data: { village: 'Kisumu', members: '3' } });
    await app.as('owner').patch(path).send({ base_version: 1, label: 'Late' }).expect(409);
    await app.as('owner').patch(path).send({ label: 'Late' }).expect(400);
    await app
      .as('owner')
      .patch(path)
      .send({ base_version: 2, data: { roof: 'tin' } })
      .expect(400);
    const { body: versions } = await app.as('owner').get(`${path}versions/`).expect(200);
    expect(versions).toMatchObject({
      count: 2,
      results: [
        { version: 2, base_version: 1, submission: null, created_by: 'owner' },
        { version: 1, base_version: null },
      ],
    });
  });

  it('keeps a conflict until a person resolves it', async () => {
    const id = await register(app, form);
    for (const village of ['A', 'B']) await submit(app, followUp, update(id, { village }));
    const path = at(`entities/${id}/`);
    const kept = await app.as('owner').patch(path).send({ base_version: 3, label: 'New' }).expect(200);
    expect(kept.body).toMatchObject({ conflict: 'hard' });
    expect(await entitiesOf(app, list, '?conflict=true')).toHaveLength(1);
    const change = { base_version: 4, data: { village: 'A' }, resolve: true };
    const resolved = await app.as('owner').patch(path).send(change).expect(200);
    expect(resolved.body).toMatchObject({ version: 5, conflict: null, data: { village: 'A' } });
    expect(await entitiesOf(app, list, '?conflict=true')).toEqual([]);
  });

  it('does not show a deleted entry, nor create it again', async () => {
    const id = await add();
    await app
      .as('owner')
      .delete(at(`entities/${id}/`))
      .expect(204);
    await app
      .as('owner')
      .get(at(`entities/${id}/`))
      .expect(404);
    await app
      .as('owner')
      .delete(at(`entities/${id}/`))
      .expect(404);
    await app
      .as('owner')
      .patch(at(`entities/${id}/`))
      .send({ base_version: 1 })
      .expect(404);
    expect(await findList(app)).toMatchObject({ entities_count: 0 });
    await app.as('owner').post(at('entities/')).send({ label: 'Again', uuid: id }).expect(400);
  });

  it('finds entries by label, values and pages', async () => {
    await add({ label: 'Asha' });
    await add({ label: 'Baraka', data: { village: 'Busia' } });
    const labels = async (query: string) => (await entitiesOf(app, list, query)).map(({ label }) => label);
    expect(await labels('?q=ASH')).toEqual(['Asha']);
    expect(await labels('?q=%25')).toEqual([]);
    expect(await labels(`?filter=${encodeURIComponent('{"village":"Busia"}')}`)).toEqual(['Baraka']);
    expect(await labels('?limit=1&start=1')).toEqual(['Baraka']);
    await app.as('owner').get(at('entities/?filter=[1]')).expect(400);
  });

  it.each([
    ['no label', {}],
    ['a blank label', { label: ' ' }],
    ['an unknown property', { label: 'x', data: { roof: 'tin' } }],
    ['a value that is an object', { label: 'x', data: { village: {} } }],
    ['an identifier that is no uuid', { label: 'x', uuid: '7' }],
  ])('refuses an entry with %s', async (_, values) => {
    await app.as('owner').post(at('entities/')).send(values).expect(400);
    await app
      .as('owner')
      .post(at('entities/bulk/'))
      .send({ entities: [values] })
      .expect(400);
    expect(await entitiesOf(app, list)).toEqual([]);
  });

  it('creates many entries, or none', async () => {
    const bulk = (values: object) => app.as('owner').post(at('entities/bulk/')).send(values);
    const id = randomUUID();
    const entities = [
      { uuid: id, label: 'Asha' },
      { label: 'Baraka', data: { members: 2 } },
    ];
    expect((await bulk({ entities }).expect(201)).body).toMatchObject({ created: 2, updated: 0, refused: 0 });
    await bulk({ entities: [{ label: 'New' }, { uuid: id, label: 'Again' }] }).expect(400);
    const twice = randomUUID();
    await bulk({
      entities: [
        { uuid: twice, label: 'a' },
        { uuid: twice, label: 'b' },
      ],
    }).expect(400);
    await bulk({}).expect(400);
    expect((await entitiesOf(app, list)).map(({ label }) => label)).toEqual(['Asha', 'Baraka']);
  });

  it('takes what it downloads as an upload', async () => {
    await add({ label: 'Asha, "the elder"', data: { village: '=1' } });
    const { text } = await app
      .as('owner')
      .get(at('entities.csv'))
      .expect('Content-Disposition', /households\.csv/)
      .expect(200);
    await app.rows('DELETE FROM entity');
    await app.as('owner').post(at('entities/bulk/')).send({ csv: text }).expect(201);
    expect(await entitiesOf(app, list)).toMatchObject([
      { label: 'Asha, "the elder"', data: { village: '=1', head: '' }, version: 1 },
    ]);
    const { body } = await app
      .as('owner')
      .post(at('entities/bulk/'))
      .send({ csv: 'village\nA\n' })
      .expect(400);
    expect(body).toHaveProperty('csv');
  });
});
