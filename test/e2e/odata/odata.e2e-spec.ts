import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { textsDuring } from '../../support/statement-tap';
import { CONTENT, ODataFixture, KARATU, type Page, type Row } from './odata-fixture';

describe('/api/v2/assets/:uid/odata/', () => {
  let odata: ODataFixture;
  let app: TestApp;
  let karatu: number;
  let mbulu: number;

  beforeAll(async () => {
    odata = await ODataFixture.start();
    ({ app, karatu, mbulu } = odata);
  });
  afterAll(() => odata.app.stop());

  it('lists its sets, with the names in $metadata', async () => {
    const root = `${app.origin}${odata.path('')}`;
    const document = await odata.request('').expect(200).expect('OData-Version', '4.0');
    expect(document.headers['content-type']).toBe('application/json;odata.metadata=minimal');
    expect(document.body).toEqual({
      '@odata.context': `${root}$metadata`,
      value: ['Submissions', 'visit', 'pump'].map((name) => ({ name, kind: 'EntitySet', url: name })),
    });
    const metadata = await odata.request('$metadata').set('Accept', 'application/json').expect(200);
    expect(metadata.headers).toMatchObject({ 'content-type': 'application/xml', 'odata-version': '4.0' });
    expect([...metadata.text.matchAll(/<EntitySet Name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'Submissions',
      'visit',
      'pump',
    ]);
  });

  it('returns each answer in its type, and null if it does not parse', async () => {
    const [row, other] = await odata.rows('Submissions');
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
    // Beyond the integers of JavaScript.
    expect((await odata.request('Submissions').expect(200)).text).toContain('"people":9007199254740993,');
    expect(other).toMatchObject({ village: 'Mbulu', people: null, depth: null, place_latitude: null });
    expect(Object.entries(row!).filter(([name]) => name.startsWith('q_dot_'))).toEqual([
      [expect.any(String), 'dot'],
      [expect.any(String), 'dash'],
    ]);
    expect(await odata.rows('visit')).toEqual([
      { _submission_id: karatu, _index: 1, minutes: 5 },
      { _submission_id: karatu, _index: 2, minutes: null },
      { _submission_id: mbulu, _index: 1, minutes: 7 },
    ]);
    expect(await odata.rows('pump')).toEqual([
      { _submission_id: karatu, _index: 1, _parent_index: 1, maker: 'Afridev' },
      { _submission_id: karatu, _index: 2, _parent_index: 1, maker: 'Nira' },
      { _submission_id: karatu, _index: 3, _parent_index: 2, maker: 'Volanta' },
    ]);
  });

  it('continues behind the last row with the same options', async () => {
    const options = { $orderby: 'maker desc', $select: 'maker', $count: 'true', $skip: '1', beside: 'a&b' };
    const first = (await odata.request('pump', options).set('Prefer', 'odata.maxpagesize=1').expect(200))
      .body as Page;
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
    // Another caller sees only its own permitted rows there.
    const theirs = await app
      .as('partial')
      .get(next.pathname + next.search)
      .expect(200);
    expect(theirs.body).toMatchObject({ '@odata.count': 0, value: [] });
  });

  it('needs a constant number of queries per page, whatever its size and position', async () => {
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
    const queryCounts: number[] = [];
    const read = async (from: string, size: number): Promise<URL> => {
      let next = from;
      const sent = await textsDuring(async () => {
        const { body } = await app.inProcess
          .as('owner')
          .get(from)
          .set('Prefer', `odata.maxpagesize=${size}`)
          .expect(200);
        expect((body as Page).value).toHaveLength(size);
        next = (body as Page)['@odata.nextLink']!;
      });
      queryCounts.push(sent.length);
      return new URL(next);
    };
    for (const set of ['Submissions', 'pump']) {
      queryCounts.length = 0;
      await waitForNotifications(app);
      // Fill the caches first.
      await read(odata.path(set, {}, many.uid), 1);
      const { pathname, search } = await read(odata.path(set, {}, many.uid), 10);
      await read(pathname + search, 10);
      await read(odata.path(set, {}, many.uid), 190);
      expect(queryCounts[1]).toBeGreaterThan(0);
      expect(queryCounts.slice(2)).toEqual([queryCounts[1], queryCounts[1]]);
    }
  });

  it('limits all pages together by $top', async () => {
    const first = (
      await odata.request('pump', { $top: '2' }).set('Prefer', 'odata.maxpagesize=1').expect(200)
    ).body as Page;
    const next = new URL(first['@odata.nextLink']!);
    const second = (
      await app
        .as('owner')
        .get(next.pathname + next.search)
        .expect(200)
    ).body as Page;
    expect(second.value).toMatchObject([{ maker: 'Nira' }]);
    expect(second['@odata.nextLink']).toBeUndefined();
    expect(await odata.page('pump', { $top: '0', $count: 'true' })).toMatchObject({
      '@odata.count': 3,
      value: [],
    });
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
    // Times compare by the displayed digits, here at +03:00.
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
  ])('%s with %j returns %j', async (set, options, expected) => {
    expect(await odata.column(set, 'village', options)).toEqual(expected);
  });

  it('finds a time by the digits in the response', async () => {
    const [{ _submission_time: time, _date_modified: modified }] = (await odata.rows('Submissions')) as [Row];
    const found = {
      $filter: `_id eq ${karatu} and _submission_time eq ${time as string} and _date_modified eq ${modified as string}`,
    };
    expect(await odata.column('Submissions', '_id', found)).toEqual([karatu]);
  });

  it('has navigation properties', async () => {
    expect(await odata.request(`Submissions(${karatu})`, { $select: 'village' }).expect(200)).toMatchObject({
      body: {
        '@odata.context': `${app.origin}${odata.path('$metadata')}#Submissions(village)/$entity`,
        village: 'Karatu',
      },
    });
    expect(await odata.column(`Submissions(${karatu})/visit`, 'minutes')).toEqual([5, null]);
    const visit = `visit(_submission_id=${karatu},_index=1)`;
    expect(await odata.column(`${visit}/pump`, 'maker')).toEqual(['Afridev', 'Nira']);
    expect((await odata.request(`${visit}/pump/$count`).expect(200)).text).toBe('2');
    expect((await odata.request(`${visit}/_submission`).expect(200)).body).toMatchObject({
      village: 'Karatu',
    });
    const pump = `pump(_submission_id=${karatu},_index=3)`;
    expect((await odata.request(`${pump}/_parent`).expect(200)).body).toMatchObject({
      _index: 2,
      minutes: null,
    });
    const expanded = await odata.rows('Submissions', {
      $select: 'village',
      $expand: 'visit($select=minutes;$expand=pump($select=maker))',
    });
    // Keys are returned whatever is selected.
    const [inKaratu, inMbulu] = [{ _submission_id: karatu }, { _submission_id: mbulu }];
    expect(expanded).toEqual([
      {
        _id: karatu,
        village: 'Karatu',
        visit: [
          {
            ...inKaratu,
            _index: 1,
            minutes: 5,
            pump: [
              { ...inKaratu, _index: 1, _parent_index: 1, maker: 'Afridev' },
              { ...inKaratu, _index: 2, _parent_index: 1, maker: 'Nira' },
            ],
          },
          {
            ...inKaratu,
            _index: 2,
            minutes: null,
            pump: [{ ...inKaratu, _index: 3, _parent_index: 2, maker: 'Volanta' }],
          },
        ],
      },
      { _id: mbulu, village: 'Mbulu', visit: [{ ...inMbulu, _index: 1, minutes: 7, pump: [] }] },
    ]);
    const part = await odata.rows('Submissions', {
      $select: '_id',
      $expand: 'visit($select=minutes;$top=1;$skip=1;$count=true)',
    });
    expect(part).toEqual([
      { _id: karatu, 'visit@odata.count': 2, visit: [{ ...inKaratu, _index: 2, minutes: null }] },
      { _id: mbulu, 'visit@odata.count': 1, visit: [] },
    ]);
    await odata.refusal(400, 'Submissions', { $expand: 'visit($top=-1)' });
    await odata.refusal(400, 'visit', { $expand: '_submission($top=1)' });
    await odata.refusal(501, 'Submissions', { $expand: 'visit($levels=2)' });
    const [up] = await odata.rows('pump', {
      $expand: '_parent($select=_index),_submission($select=village)',
      $filter: "maker eq 'Volanta' and _submission/village eq 'Karatu'",
    });
    expect(up).toMatchObject({ _parent: { _index: 2 }, _submission: { village: 'Karatu' } });
  });
});
