import { OData } from '@odata/client';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, type Caller, startApp, type TestApp } from '../../support/app';
import { statementsDuring } from '../../support/statement-tap';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'text', name: 'q.dot', label: 'With a dot' },
    { type: 'text', name: 'q-dot', label: 'With a dash' },
    { type: 'integer', name: 'people', label: 'People' },
    { type: 'decimal', name: 'depth', label: 'Depth' },
    { type: 'date', name: 'dug', label: 'Dug' },
    { type: 'dateTime', name: 'seen', label: 'Seen' },
    { type: 'geopoint', name: 'place', label: 'Place' },
    { type: 'select_multiple uses', name: 'uses', label: 'Uses' },
    { type: 'begin_repeat', name: 'visit', label: 'Visit' },
    { type: 'integer', name: 'minutes', label: 'Minutes' },
    { type: 'begin_repeat', name: 'pump', label: 'Pump' },
    { type: 'text', name: 'maker', label: 'Maker' },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'uses', name: 'drink', label: 'Drinking' },
    { list_name: 'uses', name: 'wash', label: 'Washing' },
  ],
};

const KARATU = [
  '<village>Karatu</village><q.dot>dot</q.dot><q-dot>dash</q-dot><people>9007199254740993</people><depth>1.50</depth>',
  '<dug>2024-02-29</dug><seen>2026-05-01T12:00:00.123456+03:00</seen><place>-3.35 35.85 0 0</place>',
  '<uses>drink wash</uses>',
  '<visit><minutes>5</minutes><pump><maker>Afridev</maker></pump><pump><maker>Nira</maker></pump></visit>',
  '<visit><minutes>many</minutes><pump><maker>Volanta</maker></pump></visit>',
].join('');

type Row = Readonly<Record<string, unknown>>;

interface Page {
  readonly '@odata.context': string;
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
  readonly value: readonly Row[];
}

describe('/api/v2/assets/:uid/odata/', () => {
  let app: TestApp;
  let uid: string;
  /** Numbers of the submissions. */
  let karatu: number;
  let mbulu: number;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grant(app, uid, 'granted', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'Mbulu' }] });
    await submit(app, uid, { answers: KARATU });
    await submit(app, uid, { answers: '<village>Mbulu</village><visit><minutes>7</minutes></visit>' });
    [karatu, mbulu] = (await page('Submissions')).value.map(({ _id: id }) => id as number) as [
      number,
      number,
    ];
  });
  afterAll(() => app.stop());

  const path = (below: string, options: Readonly<Record<string, string>> = {}, of = uid): string => {
    const query = new URLSearchParams(options).toString();
    return `/api/v2/assets/${of}/odata/${below}${query === '' ? '' : `?${query}`}`;
  };
  const ask = (below: string, options = {}, caller: Caller = app.as('owner')) =>
    caller.get(path(below, options));
  const page = async (below: string, options = {}, who = 'owner'): Promise<Page> =>
    (await ask(below, options, app.as(who)).expect(200)).body as Page;
  const rows = async (below: string, options = {}, who = 'owner') => (await page(below, options, who)).value;
  const column = async (below: string, name: string, options = {}, who = 'owner') =>
    (await rows(below, options, who)).map((row) => row[name]);
  const refusal = async (status: number, below: string, options = {}, who = 'owner') => {
    const answer = await ask(below, options, app.as(who)).expect(status);
    expect(answer.headers['odata-version']).toBe(status === 401 ? undefined : '4.0');
    return (answer.body as { error: { code: string; message: string } }).error;
  };

  it('lists its sets, with the names that $metadata has for them', async () => {
    const root = `${app.origin}${path('')}`;
    const document = await ask('').expect(200).expect('OData-Version', '4.0');
    expect(document.headers['content-type']).toBe('application/json;odata.metadata=minimal');
    expect(document.body).toEqual({
      '@odata.context': `${root}$metadata`,
      value: ['Submissions', 'visit', 'pump'].map((name) => ({ name, kind: 'EntitySet', url: name })),
    });
    const metadata = await ask('$metadata').set('Accept', 'application/json').expect(200);
    expect(metadata.headers).toMatchObject({ 'content-type': 'application/xml', 'odata-version': '4.0' });
    expect([...metadata.text.matchAll(/<EntitySet Name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'Submissions',
      'visit',
      'pump',
    ]);
  });

  it('gives each answer its type, and null for what is none of it', async () => {
    const [row, other] = await rows('Submissions');
    expect(row).toMatchObject({
      _id: karatu,
      village: 'Karatu',
      depth: 1.5,
      dug: '2024-02-29',
      seen: '2026-05-01T12:00:00.123456+03:00',
      place: '-3.35 35.85 0 0',
      place_latitude: -3.35,
      place_longitude: 35.85,
      uses: 'drink wash',
      _submitted_by: 'owner',
      _validation_status: null,
      _submission_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    });
    // More digits than JavaScript's numbers keep.
    expect((await ask('Submissions').expect(200)).text).toContain('"people":9007199254740993,');
    expect(other).toMatchObject({ village: 'Mbulu', people: null, depth: null, place_latitude: null });
    expect(Object.entries(row!).filter(([name]) => name.startsWith('q_dot_'))).toEqual([
      [expect.any(String), 'dot'],
      [expect.any(String), 'dash'],
    ]);
    expect(await rows('visit')).toEqual([
      { _submission_id: karatu, _index: 1, minutes: 5 },
      { _submission_id: karatu, _index: 2, minutes: null },
      { _submission_id: mbulu, _index: 1, minutes: 7 },
    ]);
    expect(await rows('pump')).toEqual([
      { _submission_id: karatu, _index: 1, _parent_index: 1, maker: 'Afridev' },
      { _submission_id: karatu, _index: 2, _parent_index: 1, maker: 'Nira' },
      { _submission_id: karatu, _index: 3, _parent_index: 2, maker: 'Volanta' },
    ]);
  });

  it('goes on behind the last row, whatever is asked for', async () => {
    const options = { $orderby: 'maker desc', $select: 'maker', $count: 'true', $skip: '1', beside: 'a&b' };
    const first = (await ask('pump', options).set('Prefer', 'odata.maxpagesize=1').expect(200)).body as Page;
    expect(first).toMatchObject({ '@odata.count': 3, value: [{ maker: 'Nira' }] });
    const next = new URL(first['@odata.nextLink']!);
    expect(next.origin).toBe(app.origin);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      $orderby: 'maker desc',
      $select: 'maker',
      $count: 'true',
      beside: 'a&b',
      $skiptoken: expect.any(String) as string,
    });
    const second = (
      await app
        .as('owner')
        .get(next.pathname + next.search)
        .expect(200)
    ).body as Page;
    expect(second).toMatchObject({ '@odata.count': 3, value: [{ maker: 'Afridev' }] });
    expect(second['@odata.nextLink']).toBeUndefined();
    // Somebody else sees there what they may see.
    const theirs = await app
      .as('partial')
      .get(next.pathname + next.search)
      .expect(200);
    expect(theirs.body).toMatchObject({ '@odata.count': 0, value: [] });
  });

  it('asks the same of the database for a page, however large it is and wherever it begins', async () => {
    const many = await makeDeployedAsset(app, { content: CONTENT });
    await submit(app, many.uid, { answers: KARATU });
    await app.rows(
      `INSERT INTO submission
       SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), uuid, xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers, json, xml
         FROM (SELECT submission.* FROM submission JOIN asset a ON a.id = asset_id AND a.uid = $1) one,
              generate_series(1, 199)`,
      [many.uid],
    );
    const asked: number[] = [];
    const read = async (from: string, size: number): Promise<URL> => {
      let next = from;
      const sent = await statementsDuring(async () => {
        const { body } = await app
          .as('owner')
          .get(from)
          .set('Prefer', `odata.maxpagesize=${size}`)
          .expect(200);
        expect((body as Page).value).toHaveLength(size);
        next = (body as Page)['@odata.nextLink']!;
      });
      asked.push(sent.filter(({ own }) => own).length);
      return new URL(next);
    };
    for (const set of ['Submissions', 'pump']) {
      asked.length = 0;
      // What is looked up once and kept is looked up here.
      await read(path(set, {}, many.uid), 1);
      const { pathname, search } = await read(path(set, {}, many.uid), 10);
      await read(pathname + search, 10);
      await read(path(set, {}, many.uid), 190);
      expect(asked.slice(2)).toEqual([asked[1], asked[1]]);
    }
  });

  it('bounds all pages together by $top', async () => {
    const first = (await ask('pump', { $top: '2' }).set('Prefer', 'odata.maxpagesize=1').expect(200))
      .body as Page;
    const next = new URL(first['@odata.nextLink']!);
    const second = (
      await app
        .as('owner')
        .get(next.pathname + next.search)
        .expect(200)
    ).body as Page;
    expect(second.value).toMatchObject([{ maker: 'Nira' }]);
    expect(second['@odata.nextLink']).toBeUndefined();
    expect(await page('pump', { $top: '0', $count: 'true' })).toMatchObject({ '@odata.count': 3, value: [] });
  });

  it.each<[string, object, unknown[]]>([
    ['Submissions', { $filter: 'people ne 35' }, ['Karatu', 'Mbulu']],
    ['Submissions', { $filter: 'people eq 9007199254740993' }, ['Karatu']],
    ['Submissions', { $filter: 'people eq 9007199254740992' }, []],
    ['Submissions', { $filter: "contains(village,'ara')" }, ['Karatu']],
    ['Submissions', { $filter: "contains(village,'ARA')" }, []],
    ['Submissions', { $filter: "contains(toupper(village),'ARA')" }, ['Karatu']],
    ['Submissions', { $filter: "contains(village,'%')" }, []],
    ['Submissions', { $filter: 'seen eq 2026-05-01T12:00:00.123456+03:00' }, ['Karatu']],
    [
      'Submissions',
      { $filter: 'seen gt 2026-05-01T12:00:00.123455%2B03:00'.replace('%2B', '+') },
      ['Karatu'],
    ],
    ['Submissions', { $filter: 'seen gt 2026-05-01T09:00:00.123456Z' }, []],
    ['Submissions', { $filter: 'dug eq 2024-02-29 or depth eq null' }, ['Karatu', 'Mbulu']],
    // Of a moment its digits count as they are shown, here those of three hours east.
    ['Submissions', { $filter: 'hour(seen) eq 12 and minute(seen) eq 0 and second(seen) eq 0' }, ['Karatu']],
    ['Submissions', { $filter: 'hour(seen) eq 9' }, []],
    ['Submissions', { $filter: 'year(seen) eq 2026 and month(seen) eq 5 and day(seen) eq 1' }, ['Karatu']],
    ['Submissions', { $filter: 'date(seen) eq 2026-05-01 and year(dug) lt 2025' }, ['Karatu']],
    ['Submissions', { $filter: 'day(dug) in (28,29)' }, ['Karatu']],
    ['Submissions', { $filter: 'year(seen) ne 2026' }, ['Mbulu']],
    [
      'Submissions',
      { $filter: 'year(_submission_time) ge 2026 and year(_date_modified) lt 3000' },
      ['Karatu', 'Mbulu'],
    ],
    ['Submissions', { $filter: "length(village) eq 5 and trim(village) eq 'Mbulu'" }, ['Mbulu']],
    ['Submissions', { $filter: "endswith(tolower(trim(village)),'tu')" }, ['Karatu']],
    ['Submissions', { $orderby: 'people desc' }, ['Karatu', 'Mbulu']],
    ['Submissions', { $orderby: 'people' }, ['Mbulu', 'Karatu']],
    ['Submissions', { $orderby: '_id desc' }, ['Mbulu', 'Karatu']],
  ])('%s with %j are %j', async (set, options, expected) => {
    expect(await column(set, 'village', options)).toEqual(expected);
  });

  it('finds a time again by the digits that it was served with', async () => {
    const [{ _submission_time: time, _date_modified: modified }] = (await rows('Submissions')) as [Row];
    const found = {
      $filter: `_id eq ${karatu} and _submission_time eq ${time as string} and _date_modified eq ${modified as string}`,
    };
    expect(await column('Submissions', '_id', found)).toEqual([karatu]);
  });

  it('leads from rows to others', async () => {
    expect(await ask(`Submissions(${karatu})`, { $select: 'village' }).expect(200)).toMatchObject({
      body: {
        '@odata.context': `${app.origin}${path('$metadata')}#Submissions(village)/$entity`,
        village: 'Karatu',
      },
    });
    expect(await column(`Submissions(${karatu})/visit`, 'minutes')).toEqual([5, null]);
    const visit = `visit(_submission_id=${karatu},_index=1)`;
    expect(await column(`${visit}/pump`, 'maker')).toEqual(['Afridev', 'Nira']);
    expect((await ask(`${visit}/pump/$count`).expect(200)).text).toBe('2');
    expect((await ask(`${visit}/_submission`).expect(200)).body).toMatchObject({ village: 'Karatu' });
    const pump = `pump(_submission_id=${karatu},_index=3)`;
    expect((await ask(`${pump}/_parent`).expect(200)).body).toMatchObject({ _index: 2, minutes: null });
    const expanded = await rows('Submissions', {
      $select: 'village',
      $expand: 'visit($select=minutes;$expand=pump($select=maker))',
    });
    expect(expanded).toEqual([
      {
        village: 'Karatu',
        visit: [
          { minutes: 5, pump: [{ maker: 'Afridev' }, { maker: 'Nira' }] },
          { minutes: null, pump: [{ maker: 'Volanta' }] },
        ],
      },
      { village: 'Mbulu', visit: [{ minutes: 7, pump: [] }] },
    ]);
    const [up] = await rows('pump', {
      $expand: '_parent($select=_index),_submission($select=village)',
      $filter: "maker eq 'Volanta' and _submission/village eq 'Karatu'",
    });
    expect(up).toMatchObject({ _parent: { _index: 2 }, _submission: { village: 'Karatu' } });
  });

  it('holds what a partial permission lets through, on every way', async () => {
    expect(await column('Submissions', 'village', {}, 'granted')).toEqual(['Karatu', 'Mbulu']);
    const who = 'partial';
    const counted = async (below: string) => (await ask(below, {}, app.as(who)).expect(200)).text;
    expect(await page('Submissions', { $count: 'true' }, who)).toMatchObject({ '@odata.count': 1 });
    expect(await column('Submissions', 'village', { $filter: 'people ne 5' }, who)).toEqual(['Mbulu']);
    expect(await column('visit', 'minutes', {}, who)).toEqual([7]);
    expect(await rows('pump', {}, who)).toEqual([]);
    expect([await counted('Submissions/$count'), await counted('visit/$count')]).toEqual(['1', '1']);
    expect(
      await rows(`Submissions(${mbulu})/visit`, { $expand: '_submission($select=village)' }, who),
    ).toEqual([{ _submission_id: mbulu, _index: 1, minutes: 7, _submission: { village: 'Mbulu' } }]);
    for (const hidden of [
      `Submissions(${karatu})`,
      `Submissions(${karatu})/visit`,
      `Submissions(${karatu})/visit/$count`,
      `visit(_submission_id=${karatu},_index=1)`,
      `visit(_submission_id=${karatu},_index=1)/_submission`,
      `pump(_submission_id=${karatu},_index=1)/_parent`,
    ]) {
      expect(await refusal(404, hidden, {}, who)).toMatchObject({ code: 'NotFound' });
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
      const answer = await ask(below, {}, app.as(ANONYMOUS)).expect(below.startsWith('no') ? 404 : 401);
      if (answer.status === 404) continue;
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
      expect(await refusal(404, below, {}, 'stranger')).toEqual({ code: 'NotFound', message: 'Not found.' });
    }
    const open = await makeDeployedAsset(app, { name: 'Open', content: CONTENT });
    await grant(app, open.uid, ANONYMOUS, ['view_submissions']);
    await app
      .as(ANONYMOUS)
      .get(path('Submissions', {}, open.uid))
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
      await ask('Submissions', {}, caller).expect(200);
      // Nowhere else.
      await caller.get(`/api/v2/assets/${uid}/data/`).expect(401);
    }
    await ask('Submissions', {}, basic('granted', token)).expect(401);
    await ask('Submissions', {}, basic('owner', 'f'.repeat(40))).expect(401);
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
    expect((await refusal(status, below, options)).message).toMatch(sentence);
  });

  it('is read by a client that knows nothing but OData', async () => {
    const client = OData.New4({
      serviceEndpoint: `${app.origin}${path('')}`,
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
      .get(path('', {}, draft.uid))
      .expect(400);
    expect(body).toEqual({
      error: { code: 'BadRequest', message: 'The specified asset has not been deployed' },
    });
  });
});
