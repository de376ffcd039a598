import { OData } from '@odata/client';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, type Caller, type TestApp } from '../../support/app';
import { CONTENT, Feed, type Row } from './feed';

describe('who reads the feed, and how', () => {
  let feed: Feed;
  let app: TestApp;
  let uid: string;
  let karatu: number;
  let mbulu: number;

  beforeAll(async () => {
    feed = await Feed.start();
    ({ app, uid, karatu, mbulu } = feed);
  });
  afterAll(() => feed.app.stop());

  it('holds what a partial permission lets through, on every way', async () => {
    expect(await feed.column('Submissions', 'village', {}, 'granted')).toEqual(['Karatu', 'Mbulu']);
    const who = 'partial';
    const counted = async (below: string) => (await feed.ask(below, {}, app.as(who)).expect(200)).text;
    expect(await feed.page('Submissions', { $count: 'true' }, who)).toMatchObject({ '@odata.count': 1 });
    expect(await feed.column('Submissions', 'village', { $filter: 'people ne 5' }, who)).toEqual(['Mbulu']);
    expect(await feed.column('visit', 'minutes', {}, who)).toEqual([7]);
    expect(await feed.rows('pump', {}, who)).toEqual([]);
    expect([await counted('Submissions/$count'), await counted('visit/$count')]).toEqual(['1', '1']);
    expect(
      await feed.rows(`Submissions(${mbulu})/visit`, { $expand: '_submission($select=village)' }, who),
    ).toEqual([{ _submission_id: mbulu, _index: 1, minutes: 7, _submission: { village: 'Mbulu' } }]);
    for (const hidden of [
      `Submissions(${karatu})`,
      `Submissions(${karatu})/visit`,
      `Submissions(${karatu})/visit/$count`,
      `visit(_submission_id=${karatu},_index=1)`,
      `visit(_submission_id=${karatu},_index=1)/_submission`,
      `pump(_submission_id=${karatu},_index=1)/_parent`,
    ]) {
      expect(await feed.refusal(404, hidden, {}, who)).toMatchObject({ code: 'NotFound' });
    }
  });

  it('asks whoever says nothing for Basic, and hides itself from strangers', async () => {
    for (const below of [
      '',
      '$metadata',
      'Submissions',
      'Submissions/$count',
      'visit',
      'no/such/thing/at/all',
    ]) {
      const answer = await feed.ask(below, {}, app.as(ANONYMOUS)).expect(below.startsWith('no') ? 404 : 401);
      if (answer.status === 404) continue;
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
      expect(await feed.refusal(404, below, {}, 'stranger')).toEqual({
        code: 'NotFound',
        message: 'Not found.',
      });
    }
    const open = await makeDeployedAsset(app, { name: 'Open', content: CONTENT });
    await grant(app, open.uid, ANONYMOUS, ['view_submissions']);
    await app
      .as(ANONYMOUS)
      .get(feed.path('Submissions', {}, open.uid))
      .expect(200);
  });

  it('takes a token as the password, with what the token was given for', async () => {
    const basic = (user: string, password: string): Caller =>
      app.with(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    const made = await app
      .as('owner')
      .post('/api/v2/tokens/')
      .send({ name: 'Excel', scopes: ['read'] })
      .expect(201);
    const { token } = made.body as { token: string };
    for (const caller of [basic('owner', app.tokenOf('owner')), basic('Owner', token)]) {
      await feed.ask('Submissions', {}, caller).expect(200);
      // Nowhere else.
      await caller.get(`/api/v2/assets/${uid}/data/`).expect(401);
    }
    await feed.ask('Submissions', {}, basic('granted', token)).expect(401);
    await feed.ask('Submissions', {}, basic('owner', 'f'.repeat(40))).expect(401);
  });

  it.each<[number, string, object, RegExp]>([
    [400, 'Submissions', { $filter: 'nothing eq 1' }, /no property "nothing"/],
    [400, 'Submissions', { $filter: 'people eq' }, /can't be read at its end/],
    [400, 'Submissions', { $filter: "people eq '5'" }, /Edm\.Int64 with a text/],
    [400, 'Submissions', { $orderby: 'nothing' }, /no property/],
    [400, 'Submissions', { $select: 'nothing' }, /no property/],
    [400, 'Submissions', { $expand: 'nothing' }, /no navigation property/],
    [400, 'Submissions', { $top: '-1' }, /\$top takes a whole number/],
    [400, 'Submissions', { $count: 'yes' }, /true or false/],
    [400, 'Submissions', { $skiptoken: 'abc' }, /nextLink/],
    [400, 'Submissions', { $orderby: 'people', $skiptoken: 'WyJhIiwxLDBd' }, /nextLink/],
    [400, 'Submissions(a)', {}, /Submissions\(1\)/],
    [400, 'visit(1)', {}, /visit\(_submission_id=1,_index=1\)/],
    [404, 'Nothing', {}, /no such set/],
    [404, 'Submissions(999999)', {}, /no such row/],
    [501, 'Submissions', { $search: 'a' }, /\$search is not taken/],
    [501, 'Submissions', { $filter: "indexof(village,'a') eq 5" }, /takes no indexof/],
    [501, 'Submissions', { $expand: 'visit($filter=minutes gt 5)' }, /and no other option/],
    [501, 'visit', { $expand: '_submission($expand=visit)' }, /does not lead back/],
  ])('refuses (%i) %s with %j', async (status, below, options, sentence) => {
    expect((await feed.refusal(status, below, options)).message).toMatch(sentence);
  });

  it('is read by a client that knows nothing but OData', async () => {
    const client = OData.New4({
      serviceEndpoint: `${app.origin}${feed.path('')}`,
      // A user's name, and a token in the place of the password.
      credential: { username: 'owner', password: app.tokenOf('owner') },
    });
    const submissions = client.getEntitySet<Row>('Submissions');
    expect(await submissions.count()).toBe(2);
    const asked = client
      .newOptions()
      .filter(client.newFilter().property('village').eq('Karatu').property('_id').ge(1))
      .select(['village', 'depth'])
      .expand('visit')
      .orderby('_id', 'desc')
      .top(5);
    expect(await submissions.query(asked)).toMatchObject([
      { village: 'Karatu', depth: 1.5, visit: [{ _index: 1, minutes: 5 }, { _index: 2 }] },
    ]);
    expect(await submissions.retrieve(karatu)).toMatchObject({ _id: karatu, village: 'Karatu' });
    expect(await submissions.find({ village: 'Mbulu' })).toHaveLength(1);
    expect(await client.getEntitySet<Row>('pump').query()).toHaveLength(3);
    const pump = client.getEntitySet<Row>('pump').retrieve({ _submission_id: karatu, _index: 3 });
    expect(await pump).toMatchObject({ maker: 'Volanta' });
    await expect(submissions.query(client.newOptions().select('nothing'))).rejects.toThrow(/no property/);
  });

  it('is not there before a form is deployed (400)', async () => {
    const draft = await makeAsset(app, { content: CONTENT });
    const { body } = await app
      .as('owner')
      .get(feed.path('', {}, draft.uid))
      .expect(400);
    expect(body).toEqual({
      error: { code: 'BadRequest', message: 'The specified asset has not been deployed' },
    });
  });
});
