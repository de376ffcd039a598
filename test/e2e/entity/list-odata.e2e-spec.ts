import { grant, grantPartially } from '../../factories/asset.factory';
import { findList, makeFollowUp, makeRegistration, register, update } from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

interface Row {
  readonly __id: string;
  readonly label: string;
  readonly __system: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly value: readonly Row[];
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
  readonly '@odata.context'?: string;
}

describe('OData of an entity list', () => {
  let app: TestApp;
  let list: string;
  let asha: string;
  let baraka: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'changer', 'viewer', 'partial', 'stranger']) await app.addUser(name);
    const form = (await makeRegistration(app)).uid;
    const followUp = (await makeFollowUp(app)).uid;
    await grant(app, form, 'viewer', ['view_submissions']);
    await grant(app, form, 'changer', ['change_submissions']);
    await grantPartially(app, form, 'partial', { view_submissions: [{ village: 'Kisumu' }] });
    list = (await findList(app)).uid;
    asha = await register(app, form, { head: 'Asha' });
    baraka = await register(app, form, { head: 'Baraka', village: 'Lee\'s "place"' });
    await register(app, form, { head: 'Zawadi', village: 'Nakuru' });
    for (const members of [4, 5]) await submit(app, followUp, update(baraka, { members }));
  });
  afterAll(() => app.stop());

  const root = () => `/api/v2/entity-lists/${list}/odata/`;
  const request = (below: string, query: Readonly<Record<string, string>> = {}, by = 'owner') =>
    app.as(by).get(`${root()}${below}?${new URLSearchParams(query).toString()}`);
  const read = async (query: Readonly<Record<string, string>> = {}) =>
    (await request('Entities', query).expect(200)).body as Answer;
  const labels = async (query: Readonly<Record<string, string>>) =>
    (await read(query)).value.map(({ label }) => label);

  it("has the members of ODK Central's", async () => {
    const { value, '@odata.context': context } = await read();
    expect(context).toMatch(/\/odata\/\$metadata#Entities$/);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    expect(value[0]).toEqual({
      __id: asha,
      label: 'Asha',
      __system: {
        createdAt: time,
        creatorId: 'owner',
        creatorName: 'owner',
        updates: 0,
        updatedAt: null,
        version: 1,
        conflict: null,
      },
      head: 'Asha',
      village: 'Kisumu',
      members: null,
    });
    expect(value[1]).toMatchObject({
      __system: { updates: 2, version: 3, conflict: 'hard', updatedAt: time },
      members: '5',
      village: `Lee's "place"`,
    });
  });

  it('describes itself', async () => {
    const { body } = await request('').expect(200).expect('OData-Version', '4.0');
    expect(body).toMatchObject({ value: [{ kind: 'EntitySet', name: 'Entities', url: 'Entities' }] });
    const { text } = await request('$metadata').expect(200).expect('Content-Type', /xml/);
    expect(text).toContain('<Property Name="__system" Type="Feed.System"/>');
    expect(text).toContain('<PropertyRef Name="__id"/>');
    for (const name of [
      'createdAt',
      'creatorId',
      'creatorName',
      'updates',
      'updatedAt',
      'version',
      'conflict',
      'village',
    ])
      expect(text).toContain(`<Property Name="${name}"`);
  });

  it.each([
    ["__system/conflict eq 'hard'", ['Baraka']],
    ['__system/version gt 1', ['Baraka']],
    ['__system/updatedAt eq null', ['Asha', 'Zawadi']],
    ['__system/createdAt lt now() and year(__system/createdAt) ge 2020', ['Asha', 'Baraka', 'Zawadi']],
    ["__system/creatorName eq 'nobody'", []],
    ["village eq 'Nakuru' or startswith(label,'Ash')", ['Asha', 'Zawadi']],
    ["village eq 'Lee''s \"place\"'", ['Baraka']],
  ])('filters by %s', async ($filter, expected) => {
    expect(await labels({ $filter })).toEqual(expected);
  });

  it('sorts, selects, searches and counts', async () => {
    expect(await labels({ $orderby: 'label desc' })).toEqual(['Zawadi', 'Baraka', 'Asha']);
    expect(await labels({ $orderby: '__system/version desc,village' })).toEqual(['Baraka', 'Asha', 'Zawadi']);
    expect(await labels({ $search: 'nakuru' })).toEqual(['Zawadi']);
    const { value, '@odata.count': count } = await read({
      $select: 'label,__system/version',
      $top: '1',
      $count: 'true',
    });
    expect({ value, count }).toEqual({ value: [{ label: 'Asha', __system: { version: 1 } }], count: 3 });
    expect((await read({ $select: '__system' })).value[0]!.__system).toHaveProperty('conflict');
    expect((await request('Entities/$count', { $filter: '__system/version eq 1' }).expect(200)).text).toBe(
      '2',
    );
  });

  it('pages by tokens that survive changes', async () => {
    for (const $orderby of ['label desc', '__system/createdAt', 'members']) {
      const all = await labels({ $orderby });
      const found: string[] = [];
      let path: string | undefined = `${root()}Entities?${new URLSearchParams({ $orderby }).toString()}`;
      while (path !== undefined) {
        const test = app.as('owner').get(path).set('Prefer', 'odata.maxpagesize=1');
        const { value, '@odata.nextLink': next } = (await test.expect(200)).body as Answer;
        found.push(...value.map(({ label }) => label));
        path = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
      }
      expect([$orderby, found]).toEqual([$orderby, all]);
    }
  });

  it('returns one entity by its key', async () => {
    const { body } = await request(`Entities('${baraka}')`).expect(200);
    expect(body).toMatchObject({ __id: baraka, label: 'Baraka', __system: { version: 3 } });
    await request("Entities('00000000-0000-4000-8000-000000000000')").expect(404);
    await request("Entities('nothing')").expect(404);
  });

  it('refuses what it does not have', async () => {
    for (const [below, query, status] of [
      ['Others', {}, 404],
      ['Entities/label', {}, 404],
      ['Entities', { $filter: 'roof eq 1' }, 400],
      ['Entities', { $filter: 'label eq' }, 400],
      ['Entities', { $select: 'roof' }, 400],
      ['Entities', { $skiptoken: 'x' }, 400],
      ['Entities', { $top: '-1' }, 400],
      ['Entities', { $apply: 'groupby((village))' }, 501],
      ['Entities', { $expand: 'x' }, 501],
    ] as const) {
      const response = await request(below, query);
      expect([below, query, response.status]).toEqual([below, query, status]);
      expect(response.body).toHaveProperty('error.message');
    }
  });

  it('is for those who may read the list', async () => {
    for (const by of ['owner', 'changer', 'viewer']) await request('Entities', {}, by).expect(200);
    for (const by of ['partial', 'stranger']) {
      for (const below of ['', '$metadata', 'Entities', 'Entities/$count'])
        await request(below, {}, by).expect(404);
    }
    await request('Entities', {}, ANONYMOUS)
      .expect(401)
      .expect('WWW-Authenticate', /^Basic/);
  });
});
