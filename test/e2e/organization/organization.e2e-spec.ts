import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';

const LIST = '/api/v2/organizations/';

describe('/api/v2/organizations/', () => {
  let app: TestApp;
  let own: string;
  let foreign: string;

  const organizationOf = async (username: string): Promise<string> => {
    const { body } = await app.as(username).get('/me/').expect(200);
    return new URL(body.organization.url as string).pathname;
  };

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'granted', 'stranger', 'namer', 'closer']) await app.addUser(name);
    await app.addUser('root-user', { superuser: true });
    own = await organizationOf('owner');
    foreign = await organizationOf('granted');
    const wells = await makeDeployedAsset(app, { name: 'Wells' });
    await makeDeployedAsset(app, { name: 'Archived', active: false });
    await makeAsset(app, { name: 'Draft' });
    await makeAsset(app, { name: 'Block', asset_type: 'block' });
    await makeAsset(app, { name: 'Foreign', owner: 'granted' });
    await grant(app, wells.uid, 'granted', ['manage_asset']);
    await submit(app, wells.uid);
  });
  afterAll(() => app.stop());

  it('is linked from the profile', async () => {
    const { body } = await app.as('owner').get('/me/').expect(200);
    expect(body.organization).toEqual({
      uid: expect.stringMatching(/^org[A-Za-z0-9]{21}$/),
      name: "owner's organization",
      url: `${app.origin}${LIST}${body.organization.uid}/`,
    });
  });

  it('lists the one that each account owns', async () => {
    const { body } = await app.as('owner').get(LIST).expect(200);
    expect(body).toMatchObject({ count: 1, next: null, previous: null });
    const { body: one } = await app.as('owner').get(own).expect(200);
    expect(body.results).toEqual([one]);
    expect(one).toEqual({
      id: own.split('/').at(-2),
      url: app.origin + own,
      name: "owner's organization",
      website: '',
      organization_type: 'none',
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      modified: one.created,
      is_owner: true,
      is_mmo: false,
      request_user_role: 'owner',
      members: `${app.origin}${own}members/`,
      assets: `${app.origin}${own}assets/`,
      service_usage: `${app.origin}${own}service_usage/`,
      asset_usage: `${app.origin}${own}asset_usage/`,
    });
    await app.as(ANONYMOUS).get(LIST).expect(401);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['GET', 'assets/'],
    ['GET', 'assets/counts/'],
    ['GET', 'assets/minimal-list/'],
    ['GET', 'asset_usage/'],
    ['GET', 'service_usage/'],
    ['GET', 'members/'],
    ['GET', 'members/owner/'],
    ['GET', 'invites/'],
  ])('hides %s %s from all but the owner (404)', async (verb, below) => {
    const request = (caller: string) =>
      verb === 'GET'
        ? app.as(caller).get(own + below)
        : app
            .as(caller)
            .patch(own + below)
            .send({});
    await request('owner').expect(200);
    for (const caller of ['granted', 'stranger', 'root-user']) await request(caller).expect(404);
    await request(ANONYMOUS).expect(401);
  });

  it('is not found by an unknown uid', async () => {
    await app.as('owner').get(`${LIST}orgBMZxx9tVfepvTRp3e9Twj/`).expect(404);
    await app.as('owner').get(`${LIST}x/assets/`).expect(404);
  });

  it('is renamed by its owner, whose profile changes with it', async () => {
    const path = await organizationOf('namer');
    const { body: before } = await app.as('namer').get(path).expect(200);
    const { body } = await app
      .as('namer')
      .patch(path)
      .send({ name: ' Wells for all ', website: 'https://wells.example.org/' })
      .expect(200);
    expect(body).toMatchObject({ name: 'Wells for all', website: 'https://wells.example.org/' });
    expect(body.created).toBe(before.created);
    expect(Date.parse(body.modified as string)).toBeGreaterThan(Date.parse(before.modified as string));
    const { body: profile } = await app.as('namer').get('/me/').expect(200);
    expect(profile.organization.name).toBe('Wells for all');
    expect(profile.extra_details).toMatchObject({
      organization: 'Wells for all',
      organization_website: 'https://wells.example.org/',
    });
    await app
      .as('namer')
      .patch('/me/')
      .send({ extra_details: { organization: 'Pumps', organization_type: 'educational' } })
      .expect(200);
    const { body: after } = await app.with(basic('namer')).get(path).expect(200);
    expect(after).toMatchObject({ name: 'Pumps', organization_type: 'educational' });
    const { body: cleared } = await app
      .as('namer')
      .patch(path)
      .send({ website: '', organization_type: 'none' })
      .expect(200);
    expect(cleared).toMatchObject({ name: 'Pumps', website: '', organization_type: 'none' });
  });

  it.each([
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ name: null }, { name: ['This field may not be null.'] }],
    [{ name: ['x'] }, { name: ['Not a valid string.'] }],
    [{ name: 'x'.repeat(201) }, { name: ['Ensure this field has no more than 200 characters.'] }],
    [{ name: 'a\u0000b' }, { name: [expect.stringContaining('NUL')] }],
    [{ website: 'wells' }, { website: ['Enter a valid URL.'] }],
    [{ website: 'javascript:alert(1)' }, { website: ['Enter a valid URL.'] }],
    [{ organization_type: 'club' }, { organization_type: ['"club" is not a valid choice.'] }],
  ])('rejects %j', async (sent, errors) => {
    const { body } = await app.as('owner').patch(own).send(sent).expect(400);
    expect(body).toEqual(errors);
  });

  it('needs the write scope for a change, and offers no other verb', async () => {
    const { body: token } = await app
      .as('owner')
      .post('/api/v2/tokens/')
      .send({ name: 'reader', scopes: ['read'] })
      .expect(201);
    const reader = app.with(`Token ${token.token}`);
    await reader.get(own).expect(200);
    await reader.patch(own).send({ name: 'X' }).expect(403);
    await app.as('owner').delete(own).expect(405);
    await app.as('owner').post(LIST).send({ name: 'Another' }).expect(405);
    await app
      .as('owner')
      .post(`${own}invites/`)
      .send({ invitees: ['granted'] })
      .expect(405);
  });

  it('lists the assets of its owner as the asset list does', async () => {
    const names = async (path: string, caller = 'owner') => {
      const { body } = await app.as(caller).get(path).expect(200);
      return (body.results as { name: string }[]).map(({ name }) => name);
    };
    const { body: ordinary } = await app.as('owner').get('/api/v2/assets/?ordering=name').expect(200);
    const { body } = await app.as('owner').get(`${own}assets/?ordering=name`).expect(200);
    expect(body.results).toEqual(ordinary.results);
    expect(await names(`${own}assets/?q=(asset_type:survey)&limit=50&ordering=name`)).toEqual([
      'Archived',
      'Draft',
      'Wells',
    ]);
    expect(await names(`${own}assets/?asset_type=block&status=shared`)).toEqual(['Block']);
    expect(await names(`${foreign}assets/`, 'granted')).toEqual(['Foreign']);
    expect(await names(`${own}assets/minimal-list/?q=asset_type:survey&ordering=name`)).toEqual([
      'Archived',
      'Draft',
      'Wells',
    ]);
    const { body: page } = await app.as('owner').get(`${own}assets/?limit=1`).expect(200);
    expect(page.next).toBe(`${app.origin}${own}assets/?limit=1&start=1`);
  });

  it('counts the surveys of its owner by status', async () => {
    const { body } = await app.as('owner').get(`${own}assets/counts/`).expect(200);
    expect(body).toEqual({ deployed_count: 1, archived_count: 1, draft_count: 1 });
  });

  it('reports the usage of its owner', async () => {
    const { body } = await app.as('owner').get(`${own}service_usage/`).expect(200);
    const { body: ordinary } = await app.as('owner').get('/api/v2/service_usage/').expect(200);
    expect({ ...body, last_updated: '' }).toEqual({ ...ordinary, last_updated: '' });
    expect(body.total_submission_count.all_time).toBe(1);
    const { body: byAsset } = await app.as('owner').get(`${own}asset_usage/?limit=10&start=0`).expect(200);
    expect(byAsset.results).toEqual([
      expect.objectContaining({
        asset__name: 'Wells',
        submission_count_all_time: 1,
        deployment_status: 'deployed',
      }),
      expect.objectContaining({ asset__name: 'Archived', deployment_status: 'archived' }),
      expect.objectContaining({ asset__name: 'Draft', deployment_status: 'draft' }),
      expect.objectContaining({ asset__name: 'Block', deployment_status: '-' }),
    ]);
  });

  it('has its owner as the only member', async () => {
    const { body } = await app.as('owner').get(`${own}members/`).expect(200);
    const member = {
      url: `${app.origin}${own}members/owner/`,
      user: `${app.origin}/api/v2/users/owner/`,
      user__username: 'owner',
      user__email: 'owner@example.org',
      user__extra_details__name: '',
      role: 'owner',
      user__has_mfa_enabled: false,
      user__has_sso_enabled: false,
      date_joined: expect.stringMatching(/Z$/),
      user__is_active: true,
      invite: null,
    };
    expect(body).toEqual({ count: 1, next: null, previous: null, results: [member] });
    expect((await app.as('owner').get(`${own}members/OWNER/`).expect(200)).body).toEqual(member);
    await app.as('owner').get(`${own}members/granted/`).expect(404);
  });

  it('has no invites', async () => {
    const { body } = await app.as('owner').get(`${own}invites/`).expect(200);
    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it('is closed with the account', async () => {
    const path = await organizationOf('closer');
    const { body } = await app.as('closer').get('/me/').expect(200);
    await app
      .with(basic('closer', PASSWORD))
      .delete('/me/')
      .send({ confirm: body.extra_details__uid as string })
      .expect(204);
    await app.as('closer').get(path).expect(401);
  });
});
