import { grant } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const ASSETS = '/api/v2/assets/';
const SUBSCRIPTIONS = '/api/v2/asset_subscriptions/';

let app: TestApp;
let library: string;
let survey: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'ben', 'cleo']) await app.addUser(name);
  const make = async (body: object): Promise<string> =>
    (await app.as('owner').post(ASSETS).send(body).expect(201)).body.uid as string;
  library = await make({ name: 'Library', asset_type: 'collection' });
  survey = await make({ name: 'Survey', asset_type: 'survey', tag_string: 'water,north' });
  await make({ name: 'Child', asset_type: 'question', parent: `${ASSETS}${library}/`, tag_string: 'water' });
});
afterAll(() => app.stop());

const subscribe = (uid: string, by: string) =>
  app
    .as(by)
    .post(SUBSCRIPTIONS)
    .send({ asset: `${ASSETS}${uid}/` });
const names = async (by: string, query = ''): Promise<string[]> => {
  const { body } = await app.as(by).get(`${ASSETS}?ordering=name${query}`).expect(200);
  return (body.results as { name: string }[]).map(({ name }) => name);
};

describe('a subscription', () => {
  it('requires a public collection, and a hidden one looks absent (400)', async () => {
    const unknown = await subscribe('aaaaaaaaaaaaaaaaaaaaaa', 'cleo').expect(400);
    expect(unknown.body).toEqual({ asset: ['Invalid hyperlink - Object does not exist.'] });
    expect((await subscribe(library, 'cleo').expect(400)).body).toEqual(unknown.body);
    await grant(app, library, ANONYMOUS, ['view_asset']);
    expect((await subscribe(library, 'cleo').expect(400)).body).toEqual(unknown.body);
    await grant(app, survey, ANONYMOUS, ['discover_asset']);
    expect((await subscribe(survey, 'cleo').expect(400)).body).toEqual({
      asset: ['Invalid asset type. Only `collection` is allowed'],
    });
    const nothing = await app.as('cleo').post(SUBSCRIPTIONS).send({}).expect(400);
    expect(nothing.body).toEqual({ asset: ['This field is required.'] });
    await subscribe(library, ANONYMOUS).expect(401);
  });

  it('lists the collection and its content while both are public', async () => {
    await grant(app, library, ANONYMOUS, ['discover_asset']);
    expect(await names('cleo')).toEqual([]);
    const { body, headers } = await subscribe(library, 'cleo').expect(201);
    expect(body).toEqual({
      url: `${app.origin}${SUBSCRIPTIONS}${body.uid}/`,
      asset: `${app.origin}${ASSETS}${library}/`,
      uid: expect.stringMatching(/^b\w{21}$/) as string,
    });
    expect(headers['location']).toBe(body.url);
    expect((await subscribe(library, 'cleo').expect(400)).body).toEqual({
      asset: ['You are subscribed to this collection already.'],
    });
    expect(await names('cleo')).toEqual(['Child', 'Library']);
    expect(await names('cleo', '&status=public')).toEqual(['Library']);
    expect(await names('ben')).toEqual([]);
    const shown = await app.as('cleo').get(`${ASSETS}${library}/`).expect(200);
    expect(shown.body).toMatchObject({ subscribers_count: 1, access_types: ['public', 'subscribed'] });
    const user = await app.as('ben').get('/api/v2/users/owner/').expect(200);
    expect(user.body).toMatchObject({ public_collection_subscribers_count: 1, public_collections_count: 1 });

    const one = new URL(body.url as string).pathname;
    const list = await app.as('cleo').get(SUBSCRIPTIONS).expect(200);
    expect(list.body).toMatchObject({ count: 1, results: [body] });
    const count = async (by: string, query = ''): Promise<number> =>
      (await app.as(by).get(`${SUBSCRIPTIONS}${query}`).expect(200)).body.count as number;
    expect(await count('cleo', `?asset__uid=${library}`)).toBe(1);
    expect(await count('cleo', `?asset__uid=${survey}`)).toBe(0);
    expect([await count('ben'), await count(ANONYMOUS)]).toEqual([0, 0]);
    expect((await app.as('cleo').get(one).expect(200)).body).toEqual(body);
    await app.as('ben').get(one).expect(404);
    await app.as(ANONYMOUS).get(one).expect(404);
    await app.as('ben').delete(one).expect(404);
    await app.as(ANONYMOUS).delete(one).expect(401);

    const { body: rights } = await app.as('owner').get(`${ASSETS}${library}/permission-assignments/`);
    const open = (rights as { url: string; user: string; permission: string }[]).find(
      ({ user, permission }) => user.includes('AnonymousUser') && permission.includes('discover_asset'),
    );
    await app.as('owner').delete(new URL(open!.url).pathname).expect(204);
    expect(await names('cleo')).toEqual([]);
    await grant(app, library, ANONYMOUS, ['discover_asset']);
    await app.as('cleo').delete(one).expect(204);
    await app.as('cleo').get(one).expect(404);
    expect(await names('cleo')).toEqual([]);
  });
});

describe('public assets in a discoverable collection', () => {
  it('are found by their collection, by any caller', async () => {
    expect(await names(ANONYMOUS, `&q=parent__uid:${library}`)).toEqual(['Child']);
    expect(await names('ben', `&q=parent__uid:${library}`)).toEqual(['Child']);
    expect(await names('ben', `&q=parent__uid:${survey}`)).toEqual([]);
    expect(await names('ben', `&q=NOT parent__uid:${library}`)).toEqual([]);
  });
});

describe('the tags', () => {
  it('are those of the listed assets, without duplicates', async () => {
    const tags = async (by: string, query = '') =>
      (await app.as(by).get(`/api/v2/tags/${query}`).expect(200)).body;
    const { results, ...envelope } = await tags('owner');
    expect(envelope).toEqual({ count: 2, next: null, previous: null });
    expect(results).toEqual([
      { name: 'water', uid: expect.stringMatching(/^t\w{21}$/) as string },
      { name: 'north', uid: expect.stringMatching(/^t\w{21}$/) as string },
    ]);
    expect(await tags('owner', '?limit=1')).toMatchObject({
      count: 2,
      next: `${app.origin}/api/v2/tags/?limit=1&start=1`,
      results: [{ name: 'water' }],
    });
    expect(await tags('ben')).toMatchObject({ count: 0, results: [] });
    await grant(app, survey, 'ben', ['view_asset']);
    expect(await tags('ben')).toMatchObject({ count: 2, results });
  });
});
