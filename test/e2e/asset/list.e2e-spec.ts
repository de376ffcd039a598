import { createHash } from 'node:crypto';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { countQueries } from '../../support/query-count';

const LIST = '/api/v2/assets/';
const FORM = { survey: [{ type: 'text', name: 'village', label: 'Village' }] };
const KENYA = { label: 'Kenya', value: 'KEN' };
const FRANCE = { label: 'France', value: 'FRA' };

let app: TestApp;
const uids = new Map<string, string>();

async function make(owner: string, name: string, more: object = {}): Promise<void> {
  const { body } = await app
    .as(owner)
    .post(LIST)
    .send({ name, asset_type: 'survey', content: FORM, ...more })
    .expect(201);
  uids.set(name, body.uid as string);
}

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['anna', 'ben', 'cleo']) await app.addUser(name);
  await app.addUser('boss', { superuser: true });
  await make('anna', 'Alpha wells', {
    settings: { sector: { label: 'Water', value: 'W' }, country: [KENYA], organization: 'Org one' },
  });
  await make('anna', 'Beta schools', {
    settings: { sector: { label: 'Education', value: 'E' }, country: [FRANCE, KENYA], description: 'rooms' },
  });
  await make('anna', 'gamma clinics', { content: { ...FORM, translations: ['English (en)'] } });
  await make('anna', 'Block', { asset_type: 'block' });
  await make('anna', 'Zeta', { asset_type: 'collection' });
  uids.set('Deployed', (await makeDeployedAsset(app, { owner: 'ben', name: 'Deployed' })).uid);
  uids.set('Archived', (await makeDeployedAsset(app, { owner: 'ben', name: 'Archived', active: false })).uid);
  await make('ben', 'Draft');
  await make('ben', 'ÉCOLE');
  await grant(app, uids.get('Deployed')!, 'anna', ['view_asset'], { owner: 'ben' });
  await grant(app, uids.get('Draft')!, ANONYMOUS, ['view_asset'], { owner: 'ben' });
});
afterAll(() => app.stop());

async function names(query: string, by = 'anna'): Promise<string[]> {
  const { body } = await app.as(by).get(`${LIST}${query}`).expect(200);
  return (body.results as { name: string }[]).map(({ name }) => name);
}

describe('the list of assets', () => {
  it.each([
    ['anna', ['Alpha wells', 'Beta schools', 'Block', 'Deployed', 'gamma clinics', 'Zeta']],
    ['ben', ['Archived', 'Deployed', 'Draft', 'ÉCOLE']],
    ['cleo', []],
    ['boss', []],
    [ANONYMOUS, ['Draft']],
  ])('shows %s owned and granted assets, and public ones only where permitted', async (by, shown) => {
    expect(await names('?ordering=name', by)).toEqual(shown);
  });

  it.each<[string, string, string[]]>([
    ['anna', 'private', ['Alpha wells', 'Beta schools', 'Block', 'gamma clinics', 'Zeta']],
    ['anna', 'shared', ['Alpha wells', 'Beta schools', 'Block', 'Deployed', 'gamma clinics', 'Zeta']],
    ['anna', 'public', []],
    ['anna', 'public-discoverable', []],
    ['cleo', 'nonsense', []],
    ['cleo', 'constructor', []],
    [ANONYMOUS, 'private', []],
  ])('shows %s with status=%s', async (by, status, shown) => {
    expect(await names(`?ordering=name&status=${status}`, by)).toEqual(shown);
  });

  it.each<[string, string[]]>([
    ['?ordering=-name', ['Zeta', 'gamma clinics', 'Deployed', 'Block', 'Beta schools', 'Alpha wells']],
    [
      '?ordering=asset_type,name',
      ['Block', 'Zeta', 'Alpha wells', 'Beta schools', 'Deployed', 'gamma clinics'],
    ],
    [
      '?ordering=owner__username,-name',
      ['Zeta', 'gamma clinics', 'Block', 'Beta schools', 'Alpha wells', 'Deployed'],
    ],
    [
      '?ordering=-date_modified',
      ['Deployed', 'Zeta', 'Block', 'gamma clinics', 'Beta schools', 'Alpha wells'],
    ],
    [
      '?ordering=date_modified__date,name',
      ['Alpha wells', 'Beta schools', 'Block', 'Deployed', 'gamma clinics', 'Zeta'],
    ],
    ['?ordering=date_deployed,name&limit=2', ['Deployed', 'Alpha wells']],
    ['?ordering=settings__sector__value,name&limit=2', ['Beta schools', 'Alpha wells']],
    [
      '?ordering=settings__sector,name',
      ['Deployed', 'gamma clinics', 'Beta schools', 'Alpha wells', 'Block', 'Zeta'],
    ],
    ['?ordering=_deployment_status,name&limit=2', ['Deployed', 'Alpha wells']],
    ['?ordering=last_modified_by,name&limit=1', ['Alpha wells']],
    ['?ordering=-subscribers_count,name&limit=1', ['Alpha wells']],
    ['?ordering=owner__email,name&limit=1', ['Alpha wells']],
    [
      '?ordering=owner__extra_details__data__name,owner__extra_details__data__organization,name&limit=1',
      ['Alpha wells'],
    ],
    ['?ordering=date_deployed__date,settings__description,name&limit=2', ['Deployed', 'Alpha wells']],
    ['?ordering=nonsense,name&limit=1', ['Alpha wells']],
    ['?collections_first=true&ordering=name&limit=2', ['Zeta', 'Alpha wells']],
    [
      '?collections_first=TRUE',
      ['Zeta', 'Deployed', 'Block', 'gamma clinics', 'Beta schools', 'Alpha wells'],
    ],
    ['', ['Deployed', 'gamma clinics', 'Beta schools', 'Alpha wells', 'Zeta', 'Block']],
    ['?asset_type=block', ['Block']],
    ['?asset_type=nonsense', []],
    ['?asset_type=&ordering=name&limit=1', ['Alpha wells']],
  ])('is ordered by %s', async (query, shown) => {
    expect(await names(query)).toEqual(shown);
  });

  it('searches without regard to letter case in every script', async () => {
    expect(await names('?q=%C3%A9cole', 'ben')).toEqual(['ÉCOLE']);
    expect(await names('?q=%C3%89Cole', 'ben')).toEqual(['ÉCOLE']);
    expect(await names('?q=ecole', 'ben')).toEqual([]);
  });

  it('hides the assets of a deactivated account until it is active again', async () => {
    const ben = (active: boolean) =>
      app.rows(`UPDATE app_user SET is_active = ${active} WHERE username = 'ben'`);
    await ben(false);
    expect(await names('?ordering=name')).not.toContain('Deployed');
    expect(await names('', ANONYMOUS)).toEqual([]);
    await ben(true);
    expect(await names('?ordering=name')).toContain('Deployed');
    expect(await names('', ANONYMOUS)).toEqual(['Draft']);
  });

  it('omits the excluded keys', async () => {
    const { body } = await app.as('anna').get(`${LIST}?exclude=summary,permissions, settings`).expect(200);
    expect(body).toMatchObject({ count: 6 });
    for (const key of ['summary', 'permissions', 'settings']) expect(body.results[0]).not.toHaveProperty(key);
    expect(body.results[0]).toHaveProperty('uid');
    const one = `${LIST}${uids.get('Alpha wells')}/?exclude=content,uid`;
    const detail = await app.as('anna').get(one).expect(200);
    expect(Object.keys(detail.body as object)).not.toEqual(expect.arrayContaining(['content']));
    expect(detail.body).toHaveProperty('report_styles');
    const changed = await app.as('anna').patch(one).send({ map_custom: {} }).expect(200);
    expect(Object.keys(changed.body as object).sort()).toEqual(Object.keys(detail.body as object).sort());
    await app.addUser('maker');
    const made = await app
      .as('maker')
      .post(`${LIST}?exclude=content,uid,url`)
      .send({ asset_type: 'question' })
      .expect(201)
      .expect('Location', /\/assets\/a\w{21}\/$/);
    for (const key of ['content', 'uid', 'url']) expect(made.body).not.toHaveProperty(key);
    expect(made.body).toHaveProperty('report_styles');
  });

  it('returns only the caller’s own permissions on request', async () => {
    const of = async (query: string): Promise<string[]> => {
      const { body } = await app.as('anna').get(`${LIST}?q=name:Deployed${query}`).expect(200);
      const [{ permissions }] = body.results as [{ permissions: { user: string }[] }];
      return [...new Set(permissions.map(({ user }) => user.split('/').at(-2)!))];
    };
    expect(await of('')).toEqual(['anna', 'ben']);
    expect(await of('&current_user_permissions_only=true')).toEqual(['anna']);
  });

  const WORDS = {
    languages: ['English (en)'],
    countries: [
      ['FRA', 'France'],
      ['KEN', 'Kenya'],
    ],
    sectors: [
      ['E', 'Education'],
      ['W', 'Water'],
    ],
    organizations: ['Org one'],
  };

  it('returns metadata of the whole list, not of the page', async () => {
    const { body } = await app.as('anna').get(`${LIST}?metadata=on&limit=1`).expect(200);
    expect(Object.keys(body as object)).toEqual(['count', 'next', 'previous', 'results', 'metadata']);
    expect(body.metadata).toEqual(WORDS);
    expect((await app.as('anna').get(`${LIST}metadata/`).expect(200)).body).toEqual(WORDS);
    const { body: found } = await app.as('anna').get(`${LIST}metadata/?q=name:"Beta schools"`).expect(200);
    expect(found.sectors).toEqual([['E', 'Education']]);
    const { body: strangers } = await app.as('cleo').get(`${LIST}metadata/`).expect(200);
    expect(strangers).toEqual({ languages: [], countries: [], sectors: [], organizations: [] });
  });

  it('counts surveys by status', async () => {
    const counts = async (by: string, query = ''): Promise<number[]> => {
      const { body } = await app.as(by).get(`${LIST}counts/${query}`).expect(200);
      return [body.deployed_count, body.archived_count, body.draft_count] as number[];
    };
    expect(await counts('anna')).toEqual([1, 0, 3]);
    expect(await counts('ben')).toEqual([1, 1, 2]);
    expect(await counts('ben', '?q=name:Draft')).toEqual([0, 0, 1]);
    expect(await counts('cleo')).toEqual([0, 0, 0]);
    expect(await counts(ANONYMOUS)).toEqual([0, 0, 0]);
    await app.as(ANONYMOUS).get(`${LIST}counts/?q=ab`).expect(400);
  });

  it('returns names only, in pages', async () => {
    const first = await app.as('ben').get(`${LIST}minimal-list/?ordering=name&limit=3`).expect(200);
    expect(first.body.results).toEqual([
      { uid: uids.get('Archived'), name: 'Archived', deployment_status: 'archived' },
      { uid: uids.get('Deployed'), name: 'Deployed', deployment_status: 'deployed' },
      { uid: uids.get('Draft'), name: 'Draft', deployment_status: 'draft' },
    ]);
    expect(first.body).not.toHaveProperty('count');
    const { pathname, search } = new URL(first.body.next as string);
    const last = await app.as('ben').get(`${pathname}${search}`).expect(200);
    expect(last.body).toMatchObject({ next: null, results: [{ name: 'ÉCOLE' }] });
    expect((await app.as('cleo').get(`${LIST}minimal-list/`)).body.results).toEqual([]);
  });

  it('returns a hash that changes with any of the newest versions', async () => {
    const hash = async (by: string): Promise<string> =>
      (await app.as(by).get(`${LIST}hash/`).expect(200)).body.hash as string;
    const { body } = await app.as('anna').get(LIST).expect(200);
    const versions = (body.results as { version_id: string | null }[]).flatMap(
      ({ version_id: uid }) => uid ?? [],
    );
    const expected = createHash('md5').update(versions.sort().join('')).digest('hex');
    expect(await hash('anna')).toBe(expected);
    expect(await hash('cleo')).toBe('');
    await app.as(ANONYMOUS).get(`${LIST}hash/`).expect(401);
    await app
      .as('anna')
      .patch(`${LIST}${uids.get('Block')}/`)
      .send({ name: 'Block of wood' })
      .expect(200);
    expect(await hash('anna')).not.toBe(expected);
    await app
      .as('anna')
      .patch(`${LIST}${uids.get('Block')}/`)
      .send({ name: 'Block' })
      .expect(200);
  });

  it('lists languages by name and code', async () => {
    const { body } = await app.as(ANONYMOUS).get('/api/v2/languages/?limit=1000').expect(200);
    const { count, results } = body as { count: number; results: { name: string; code: string }[] };
    expect(results).toHaveLength(count);
    expect(results).toContainEqual(expect.objectContaining({ name: 'Zulu', code: 'zu', featured: false }));
    // KoboToolbox's application offers the featured ones of the first page.
    expect(results.slice(0, 10).map(({ code }) => code)).toEqual('ar bn zh en fr hi pt ru es sw'.split(' '));
    expect(results.filter(({ name, code }) => name === code)).toEqual([]);
    const search = async (text: string): Promise<string[]> => {
      const { body: found } = await app
        .as(ANONYMOUS)
        .get('/api/v2/languages/')
        .query({ q: text })
        .expect(200);
      return (found as { results: { code: string }[] }).results.map(({ code }) => code);
    };
    expect(await search('Swahi')).toEqual(['sw']);
    expect(await search('fr')).toEqual(expect.arrayContaining(['fr', 'af']));
    expect(await search('no such language')).toEqual([]);
    const one = await app.as(ANONYMOUS).get('/api/v2/languages/sw/').expect(200);
    expect(one.body).toMatchObject({ name: 'Swahili', transcription_services: {}, regions: [] });
    await app.as(ANONYMOUS).get('/api/v2/languages/toString/').expect(404);
  });

  it('costs a constant number of queries, whatever the page size', async () => {
    const listAssets = async (inProcess: TestApp, query: string) =>
      void (await inProcess.as('anna').get(`${LIST}${query}`).expect(200));
    const cost = async (query: string) => {
      await waitForNotifications(app);
      await listAssets(app.inProcess, query);
      return countQueries(app, (inProcess) => listAssets(inProcess, query));
    };
    const one = await cost('?limit=1');
    for (let made = 0; made < 20; made += 1) await makeAsset(app, { owner: 'anna', name: `More ${made}` });
    expect(await cost('?limit=1000')).toBe(one);
    expect(await cost('?limit=1000&q=more&metadata=on')).toBe(await cost('?limit=1&q=more&metadata=on'));
  });
});
