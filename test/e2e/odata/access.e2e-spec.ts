import { OData } from '@odata/client';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, type Caller, type TestApp } from '../../support/app';
import { CONTENT, ODataFixture, type Row } from './odata-fixture';

describe('access to the OData service', () => {
  let odata: ODataFixture;
  let app: TestApp;
  let uid: string;
  let karatu: number;
  let mbulu: number;

  beforeAll(async () => {
    odata = await ODataFixture.start();
    ({ app, uid, karatu, mbulu } = odata);
  });
  afterAll(() => odata.app.stop());

  it('is limited by a partial permission on every path', async () => {
    expect(await odata.column('Submissions', 'village', {}, 'granted')).toEqual(['Karatu', 'Mbulu']);
    const username = 'partial';
    const counted = async (below: string) =>
      (await odata.request(below, {}, app.as(username)).expect(200)).text;
    expect(await odata.page('Submissions', { $count: 'true' }, username)).toMatchObject({
      '@odata.count': 1,
    });
    expect(await odata.column('Submissions', 'village', { $filter: 'people ne 5' }, username)).toEqual([
      'Mbulu',
    ]);
    expect(await odata.column('visit', 'minutes', {}, username)).toEqual([7]);
    expect(await odata.rows('pump', {}, username)).toEqual([]);
    expect([await counted('Submissions/$count'), await counted('visit/$count')]).toEqual(['1', '1']);
    expect(
      await odata.rows(`Submissions(${mbulu})/visit`, { $expand: '_submission($select=village)' }, username),
    ).toEqual([
      { _submission_id: mbulu, _index: 1, minutes: 7, _submission: { _id: mbulu, village: 'Mbulu' } },
    ]);
    for (const hidden of [
      `Submissions(${karatu})`,
      `Submissions(${karatu})/visit`,
      `Submissions(${karatu})/visit/$count`,
      `visit(_submission_id=${karatu},_index=1)`,
      `visit(_submission_id=${karatu},_index=1)/_submission`,
      `pump(_submission_id=${karatu},_index=1)/_parent`,
    ]) {
      expect(await odata.refusal(404, hidden, {}, username)).toMatchObject({ code: 'NotFound' });
    }
  });

  it('challenges anonymous callers with Basic and returns 404 to strangers', async () => {
    for (const below of [
      '',
      '$metadata',
      'Submissions',
      'Submissions/$count',
      'visit',
      'no/such/thing/at/all',
    ]) {
      const response = await odata
        .request(below, {}, app.as(ANONYMOUS))
        .expect(below.startsWith('no') ? 404 : 401);
      if (response.status === 404) continue;
      expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
      expect(await odata.refusal(404, below, {}, 'stranger')).toEqual({
        code: 'NotFound',
        message: 'Not found.',
      });
    }
    const open = await makeDeployedAsset(app, { name: 'Open', content: CONTENT });
    await grant(app, open.uid, ANONYMOUS, ['view_submissions']);
    await app
      .as(ANONYMOUS)
      .get(odata.path('Submissions', {}, open.uid))
      .expect(200);
  });

  it('accepts a token as the password, with its scopes', async () => {
    const basic = (user: string, password: string): Caller =>
      app.with(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    const made = await app
      .as('owner')
      .post('/api/v2/tokens/')
      .send({ name: 'Excel', scopes: ['read'] })
      .expect(201);
    const { token } = made.body as { token: string };
    for (const caller of [basic('owner', app.tokenOf('owner')), basic('Owner', token)]) {
      await odata.request('Submissions', {}, caller).expect(200);
      // On no other route.
      await caller.get(`/api/v2/assets/${uid}/data/`).expect(401);
    }
    await odata.request('Submissions', {}, basic('granted', token)).expect(401);
    await odata.request('Submissions', {}, basic('owner', 'f'.repeat(40))).expect(401);
  });

  it.each<[number, string, object, RegExp]>([
    [400, 'Submissions', { $filter: 'nothing eq 1' }, /no property "nothing"/],
    [400, 'Submissions', { $filter: 'people eq' }, /syntax error at its end/],
    [400, 'Submissions', { $filter: "people eq '5'" }, /Edm\.Int64 with a text/],
    [400, 'Submissions', { $orderby: 'nothing' }, /no property/],
    [400, 'Submissions', { $select: 'nothing' }, /no property/],
    [400, 'Submissions', { $expand: 'nothing' }, /no navigation property/],
    [400, 'Submissions', { $top: '-1' }, /\$top must be a whole number/],
    [400, 'Submissions', { $count: 'yes' }, /true or false/],
    [400, 'Submissions', { $skiptoken: 'abc' }, /nextLink/],
    [400, 'Submissions', { $orderby: 'people', $skiptoken: 'WyJhIiwxLDBd' }, /nextLink/],
    [400, 'Submissions(a)', {}, /Submissions\(1\)/],
    [400, 'visit(1)', {}, /visit\(_submission_id=1,_index=1\)/],
    [404, 'Nothing', {}, /no such entity set/],
    [404, 'Submissions(999999)', {}, /no such row/],
    [501, 'Submissions', { $compute: 'a' }, /\$compute is not supported/],
    [400, 'Submissions', { $search: 'a AND' }, /\$search has a syntax error/],
    [400, 'Submissions', { $search: '(a' }, /\$search has a syntax error/],
    [400, 'Submissions', { $search: 'OR' }, /\$search has a syntax error/],
    [400, 'Submissions', { $search: Array(2000).fill('a').join(' ') }, /too many words/],
    [400, 'Submissions', { $apply: 'groupby(village)' }, /\$apply has a syntax error/],
    [400, 'Submissions', { $apply: 'aggregate(village with sum as s)' }, /property with numbers/],
    [400, 'Submissions', { $apply: 'aggregate($count as a,$count as a)' }, /two properties of one name/],
    [400, 'Submissions', { $apply: 'aggregate($count as 1a)' }, /is not a name/],
    [400, 'Submissions', { $apply: 'groupby((nothing))' }, /no property/],
    [400, 'Submissions', { $apply: 'groupby((village))', $orderby: 'people' }, /can use village/],
    [501, 'Submissions', { $apply: 'groupby((rollup(village)))' }, /rollup is not supported/],
    [501, 'Submissions', { $apply: 'topcount(1,people)' }, /topcount is not supported/],
    [501, 'Submissions', { $apply: 'aggregate(people with stdev as s)' }, /stdev is not supported/],
    [501, 'Submissions', { $apply: 'groupby((village))', $filter: 'people gt 1' }, /beside \$apply/],
    [501, 'Submissions/$count', { $apply: 'groupby((village))' }, /\$count=true/],
    [501, 'Submissions', { $filter: 'cast(village,Edm.Int64) eq 5' }, /cast is not supported/],
    [501, 'Submissions', { $expand: 'visit($levels=2)' }, /supports only \$select, \$expand, \$filter/],
    [501, 'visit', { $expand: '_submission($expand=visit)' }, /cannot return to/],
  ])('returns %i to %s with the message %j', async (status, below, options, message) => {
    expect((await odata.refusal(status, below, options)).message).toMatch(message);
  });

  it('works for a generic OData client', async () => {
    const client = OData.New4({
      serviceEndpoint: `${app.origin}${odata.path('')}`,
      // A username, and a token instead of the password.
      credential: { username: 'owner', password: app.tokenOf('owner') },
    });
    const submissions = client.getEntitySet<Row>('Submissions');
    expect(await submissions.count()).toBe(2);
    const request = client
      .newOptions()
      .filter(client.newFilter().property('village').eq('Karatu').property('_id').ge(1))
      .select(['village', 'depth'])
      .expand('visit')
      .orderby('_id', 'desc')
      .top(5);
    expect(await submissions.query(request)).toMatchObject([
      { village: 'Karatu', depth: 1.5, visit: [{ _index: 1, minutes: 5 }, { _index: 2 }] },
    ]);
    expect(await submissions.retrieve(karatu)).toMatchObject({ _id: karatu, village: 'Karatu' });
    expect(await submissions.find({ village: 'Mbulu' })).toHaveLength(1);
    expect(await client.getEntitySet<Row>('pump').query()).toHaveLength(3);
    const pump = client.getEntitySet<Row>('pump').retrieve({ _submission_id: karatu, _index: 3 });
    expect(await pump).toMatchObject({ maker: 'Volanta' });
    await expect(submissions.query(client.newOptions().select('nothing'))).rejects.toThrow(/no property/);
  });

  it('requires a deployed form (400)', async () => {
    const draft = await makeAsset(app, { content: CONTENT });
    const { body } = await app
      .as('owner')
      .get(odata.path('', {}, draft.uid))
      .expect(400);
    expect(body).toEqual({
      error: { code: 'BadRequest', message: 'The specified asset has not been deployed' },
    });
  });
});
