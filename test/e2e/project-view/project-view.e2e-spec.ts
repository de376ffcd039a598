import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const LIST = '/api/v2/project-views/';

describe('/api/v2/project-views/', () => {
  let app: TestApp;

  interface ViewJson {
    uid: string;
    url: string;
    assigned_users: string[];
  }

  const make = async (fields: object = {}): Promise<string> => {
    const { body } = await app
      .as('root-user')
      .post(LIST)
      .send({ name: 'East', countries: ['KEN'], assigned_users: ['officer'], ...fields })
      .expect(201);
    return new URL((body as ViewJson).url).pathname;
  };
  const country = (value: string) => ({ country: [{ label: value, value }] });
  const namesOf = async (path: string, by = 'officer'): Promise<string[]> => {
    const { body } = await app.as(by).get(path).expect(200);
    return (body.results as { name?: string; username?: string }[]).map(
      ({ name, username }) => (name ?? username)!,
    );
  };

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'officer', 'stranger', 'kenyan']) await app.addUser(name);
    await app.addUser('root-user', { superuser: true });
    const kenya = await makeDeployedAsset(app, { name: 'Kenya', settings: country('KEN') });
    await submit(app, kenya.uid);
    await makeAsset(app, { name: 'Kenya as text', settings: { country: 'KEN' } });
    await makeAsset(app, { name: 'France', settings: country('FRA') });
    await makeAsset(app, { name: 'Nowhere' });
    await makeAsset(app, { name: 'Template', asset_type: 'template', settings: country('KEN') });
    await app
      .as('kenyan')
      .patch('/me/')
      .send({ extra_details: { country: 'KEN' } })
      .expect(200);
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM project_view'));

  it.each([
    ['assets', 'uid', 'name', ['Kenya', 'Kenya as text']],
    ['users', 'id', 'username', ['kenyan']],
  ])('exports its %s as CSV to those who may list them', async (list, first, column, names) => {
    const path = await make({ permissions: ['view_asset'] });
    const { body: sent } = await app.as('officer').post(`${path}${list}/export/`).expect(200);
    expect(sent).toEqual({ status: 'complete', result: `${app.origin}${path}${list}/export.csv` });
    const file = new URL((sent as { result: string }).result).pathname;
    for (const [caller, status] of [
      ['root-user', 200],
      ['stranger', 404],
      [ANONYMOUS, 401],
    ] as const) {
      await app.as(caller).post(`${path}${list}/export/`).expect(status);
      await app.as(caller).get(`${path}${list}/export/`).expect(status);
      await app.as(caller).get(file).expect(status);
    }
    const { text } = await app
      .as('officer')
      .get(file)
      .expect('Content-Type', /^text\/csv/)
      .expect(200);
    const [header, ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('";"'));
    expect(header![0]).toBe(first);
    expect(rows.map((row) => row[header!.indexOf(column)])).toEqual(names);
  });

  it('exports no projects without view_asset', async () => {
    const path = await make({ permissions: ['view_submissions'] });
    await app.as('officer').post(`${path}assets/export/`).expect(403);
    await app.as('officer').get(`${path}assets/export.csv`).expect(403);
  });

  it('is empty unless a superuser defines views', async () => {
    for (const caller of ['officer', 'root-user']) {
      const { body } = await app.as(caller).get(LIST).expect(200);
      expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
    }
    await app.as(ANONYMOUS).get(LIST).expect(401);
  });

  it('is defined by a superuser for assigned users, and hidden from others (404)', async () => {
    const path = await make({ permissions: ['view_asset'] });
    const { body } = await app.as('officer').get(path).expect(200);
    expect(body).toEqual({
      uid: expect.stringMatching(/^pv[A-Za-z0-9]{21}$/),
      name: 'East',
      url: app.origin + path,
      assets: `${app.origin}${path}assets/`,
      assets_export: `${app.origin}${path}assets/export/`,
      users: `${app.origin}${path}users/`,
      users_export: `${app.origin}${path}users/export/`,
      countries: ['KEN'],
      permissions: ['view_asset'],
      assigned_users: ['officer'],
    });
    expect(await namesOf(LIST)).toEqual(['East']);
    expect(await namesOf(LIST, 'root-user')).toEqual(['East']);
    expect(await namesOf(LIST, 'stranger')).toEqual([]);
    for (const below of ['', 'assets/', 'assets/counts/', 'assets/minimal-list/', 'users/']) {
      await app
        .as('root-user')
        .get(path + below)
        .expect(200);
      await app
        .as('stranger')
        .get(path + below)
        .expect(404);
      await app
        .as(ANONYMOUS)
        .get(path + below)
        .expect(401);
    }
    await app.as('officer').get(`${LIST}pvBMZxx9tVfepvTRp3e9Twj/`).expect(404);
  });

  it('is written by superusers only', async () => {
    const path = await make();
    for (const [caller, status] of [
      ['officer', 403],
      ['stranger', 403],
      [ANONYMOUS, 401],
    ] as const) {
      await app
        .as(caller)
        .post(LIST)
        .send({ name: 'Mine', countries: ['*'] })
        .expect(status);
      await app.as(caller).patch(path).send({ name: 'Mine' }).expect(status);
      await app.as(caller).delete(path).expect(status);
    }
    await app.as('officer').post(`${path}assets/`).send({}).expect(405);
    const { body } = await app
      .as('root-user')
      .patch(path)
      .send({
        name: 'West',
        countries: ['FRA'],
        permissions: ['view_submissions'],
        assigned_users: ['stranger'],
      })
      .expect(200);
    expect(body).toMatchObject({ name: 'West', countries: ['FRA'], assigned_users: ['stranger'] });
    await app.as('officer').get(path).expect(404);
    await app.as('root-user').delete(path).expect(204);
    await app.as('root-user').get(path).expect(404);
  });

  it.each([
    [{ name: '' }, 'name', 'This field may not be blank.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Ensure this field has no more than 200 characters.'],
    [{ countries: 'KEN' }, 'countries', 'Expected a list of items.'],
    [{ countries: ['Kenya'] }, 'countries', '"Kenya" is not a valid choice.'],
    [{ countries: [null] }, 'countries', 'This field may not be null.'],
    [{ permissions: ['manage_asset'] }, 'permissions', '"manage_asset" is not a valid choice.'],
    [{ assigned_users: ['nobody-here'] }, 'assigned_users', 'There is no user nobody-here.'],
    [{ name: undefined }, 'name', 'This field is required.'],
  ])('rejects %j', async (fields, field, message) => {
    const { body } = await app
      .as('root-user')
      .post(LIST)
      .send({ name: 'East', countries: ['KEN'], ...fields })
      .expect(400);
    expect(body).toEqual({ [field]: [message] });
  });

  it('lists the projects of its countries, which stay closed themselves', async () => {
    const path = await make();
    expect(await namesOf(`${path}assets/?ordering=name`)).toEqual(['Kenya', 'Kenya as text']);
    expect(await namesOf(`${path}assets/?q=text&limit=50`)).toEqual(['Kenya as text']);
    const { body } = await app.as('officer').get(`${path}assets/?ordering=name&limit=1`).expect(200);
    expect(body).toMatchObject({
      count: 2,
      next: `${app.origin}${path}assets/?ordering=name&limit=1&start=1`,
    });
    const [kenya] = body.results as Record<string, unknown>[];
    expect(kenya).toMatchObject({
      asset_type: 'survey',
      owner__username: 'owner',
      owner__email: 'owner@example.org',
      has_deployment: true,
      deployment__active: true,
      deployment_status: 'deployed',
      deployment__submission_count: null,
      deployment__encrypted: false,
      deployment__uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      // Without it, the list of KoboToolbox's application fails.
      last_modified_by: 'owner',
      created_by: 'owner',
    });
    await app
      .as('officer')
      .get(new URL(String(kenya!.url)).pathname)
      .expect(404);
    expect((await app.as('officer').get(`${path}assets/counts/`).expect(200)).body).toEqual({
      deployed_count: 1,
      archived_count: 0,
      draft_count: 1,
    });
    const minimal = await app.as('officer').get(`${path}assets/minimal-list/?ordering=name`).expect(200);
    const uid = expect.any(String) as string;
    expect(minimal.body).toEqual({
      next: null,
      previous: null,
      results: [
        { uid, name: 'Kenya', deployment_status: 'deployed' },
        { uid, name: 'Kenya as text', deployment_status: 'draft' },
      ],
    });
  });

  it('shows how many submissions there are with view_submissions, and no project without view_asset', async () => {
    const both = await make({ permissions: ['view_asset', 'view_submissions'] });
    const { body } = await app.as('officer').get(`${both}assets/?ordering=name`).expect(200);
    expect(body.results[0]).toMatchObject({ name: 'Kenya', deployment__submission_count: 1 });
    const none = await make({ permissions: [] });
    await app.as('officer').get(`${none}assets/`).expect(403);
    await app.as('officer').get(`${none}assets/counts/`).expect(403);
    await app.as('officer').get(`${none}users/`).expect(200);
  });

  it('covers all countries by *', async () => {
    const path = await make({ countries: ['*'] });
    expect(await namesOf(`${path}assets/?ordering=name`)).toEqual([
      'France',
      'Kenya',
      'Kenya as text',
      'Nowhere',
    ]);
    expect(await namesOf(`${path}users/`)).toEqual(['kenyan', 'officer', 'owner', 'root-user', 'stranger']);
  });

  it('lists the users of its countries', async () => {
    const path = await make();
    const { body } = await app.as('officer').get(`${path}users/`).expect(200);
    expect(body.results).toEqual([
      expect.objectContaining({
        username: 'kenyan',
        email: 'kenyan@example.org',
        is_active: true,
        asset_count: 0,
        metadata: expect.objectContaining({ country: 'KEN' }),
      }),
    ]);
  });

  it('reports a search that is too short (400)', async () => {
    const path = await make();
    await app.as('officer').get(`${path}assets/?q=a`).expect(400);
    await app.as('officer').get(`${path}assets/?q=`).expect(200);
  });
});
