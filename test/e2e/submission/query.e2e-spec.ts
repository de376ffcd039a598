import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'begin_group', name: 'pump', label: 'Pump' },
    { type: 'select_one state', name: 'state', label: 'State' },
    { type: 'select_multiple part', name: 'parts', label: 'Parts' },
    { type: 'end_group' },
    { type: 'integer', name: 'depth', label: 'Depth' },
    { type: 'decimal', name: 'flow', label: 'Flow' },
    { type: 'date', name: 'checked', label: 'Checked' },
    { type: 'begin_repeat', name: 'user', label: 'User' },
    { type: 'text', name: 'who', label: 'Who' },
    { type: 'begin_repeat', name: 'visit', label: 'Visit' },
    { type: 'date', name: 'day', label: 'Day' },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
  ],
  choices: ['works', 'broken']
    .map((name) => ({ list_name: 'state', name, label: name }))
    .concat(['handle', 'pipe', 'seal'].map((name) => ({ list_name: 'part', name, label: name }))),
  settings: {},
};

/** Village → its answers. */
const WELLS = {
  'Mto wa Mbu':
    '<village>Mto wa Mbu</village><pump><state>works</state><parts>handle pipe</parts></pump><depth>34</depth><flow>3.5</flow><checked>2026-02-27</checked><user><who>Asha</who><visit><day>2026-01-01</day></visit><visit><day>2026-01-02</day></visit></user><user><who>Ben</who></user>',
  Karatu:
    '<village>Karatu</village><pump><state>broken</state><parts>seal</parts></pump><depth>9</depth><flow>0.25</flow><checked>2026-03-02</checked>',
  Ünïcode:
    '<village>Ünïcode &amp; &lt;co&gt; 🌍</village><pump><state>works</state><parts/></pump><depth>120</depth>',
  Mbulu: '<village>Mbulu</village><pump/><depth>-5</depth>',
};
type Village = keyof typeof WELLS;
const ALL = Object.keys(WELLS) as Village[];
const [MTO, KARATU, UNICODE, MBULU] = ALL as [Village, Village, Village, Village];

let app: TestApp;
let wells: AssetJson;
let ids: Record<Village, number>;
let uuids: Record<Village, string>;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  wells = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
  uuids = Object.fromEntries(ALL.map((village) => [village, randomUUID()])) as Record<Village, string>;
  for (const village of ALL) {
    const version = village === MBULU ? {} : { version: wells['version_id'] as string };
    await submit(app, wells.uid, { answers: WELLS[village], uuid: uuids[village], ...version });
  }
  const { body } = await app.as('owner').get(data()).expect(200);
  ids = Object.fromEntries(
    ALL.map((village, index) => [village, body.results[index]._id as number]),
  ) as Record<Village, number>;
});
afterAll(() => app.stop());

const data = (below = ''): string => `/api/v2/assets/${wells.uid}/data/${below}`;

function ask(query: unknown, more: Record<string, string> = {}) {
  const text = typeof query === 'string' ? query : JSON.stringify(query);
  return app
    .as('owner')
    .get(data())
    .query({ query: text, ...more });
}

/** The villages that a query finds; the count must be theirs. */
async function find(query: unknown): Promise<Village[]> {
  const { body } = await ask(query).expect(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ _id }: { _id: number }) => ALL.find((village) => ids[village] === _id));
}

describe('query=', () => {
  // What the peer answered to the same questions on the same data.
  it.each<[query: object | string, found: Village[]]>([
    [{ village: 'Karatu' }, [KARATU]],
    [{ village: 'karatu' }, []],
    [{ 'pump/state': 'works' }, [MTO, UNICODE]],
    [{ depth: '34' }, [MTO]],
    [{ depth: { $gt: '9' } }, []],
    [{ depth: { $lte: '120' } }, [UNICODE, MBULU]],
    [{ village: { $in: ['Karatu', 'Mbulu'] } }, [KARATU, MBULU]],
    [{ village: { $in: [] } }, []],
    [{ village: { $nin: ['Karatu'] } }, [MTO, UNICODE, MBULU]],
    [{ village: { $ne: 'Karatu' } }, [MTO, UNICODE, MBULU]],
    [{ flow: { $ne: null } }, [MTO, KARATU]],
    [{ flow: null }, [UNICODE, MBULU]],
    [{ flow: { $exists: true } }, [MTO, KARATU]],
    [{ flow: { $exists: false } }, [UNICODE, MBULU]],
    [{ '_validation_status.uid': { $exists: 'true' } }, []],
    [{ village: { $regex: 'mb', $options: 'i' } }, [MTO, MBULU]],
    [{ village: { $regex: '^M' } }, [MTO, MBULU]],
    [{ $or: [{ village: 'Karatu' }, { depth: '34' }] }, [MTO, KARATU]],
    [{ $and: [{ 'pump/state': 'works' }, { depth: '34' }] }, [MTO]],
    [{ 'pump/parts': { $all: ['handle pipe'] } }, [MTO]],
    [{ user: { $elemMatch: { 'user/who': 'Asha' } } }, [MTO]],
    [{ user: { $elemMatch: { 'user/visit': { $exists: true } } } }, [MTO]],
    [{ village: { $nonsense: 1 } }, []],
    [{ _submitted_by: 'owner' }, ALL],
    [{ _submission_time: { $gt: '2020-01-01T00:00:00' } }, ALL],
    [{ _submission_time: { $gt: '2020-01-01' } }, ALL],
    [{ _submission_time: { $gte: '2020-01-01T00:00:00.000Z' } }, ALL],
    [{ _submission_time: { $gt: '2099-01-01T00:00:00' } }, []],
    [{ _submission_time: { $gt: { $date: '2020-01-01T00:00:00Z' } } }, []],
    [{ '_validation_status.uid': 'validation_status_approved' }, []],
    [{ checked: { $gte: '2026-03-01' } }, [KARATU]],
    [{ _xform_id_string: 'x' }, []],
    [{ _userform_id: 'x' }, ALL],
    [{}, ALL],
    ['null', ALL],
  ])('%j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  it.each<[query: object, found: Village[]]>([
    [{ depth: 34 }, [MTO]],
    [{ depth: { $gt: 9 } }, [MTO, UNICODE]],
    [{ depth: { $lt: 10 } }, [KARATU, MBULU]],
    [{ depth: { $in: [9, 120] } }, [KARATU, UNICODE]],
    [{ depth: { $ne: 9 } }, [MTO, UNICODE, MBULU]],
    [{ flow: 3.5 }, [MTO]],
    [{ flow: { $lt: 1 } }, [KARATU]],
    [{ village: { $lt: 1 } }, []],
  ])('compares numbers as numbers: %j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  it.each<[query: object, found: Village[]]>([
    [
      { user: { $elemMatch: { 'user/visit': { $elemMatch: { 'user/visit/day': { $gt: '2026-01-01' } } } } } },
      [MTO],
    ],
    [{ user: { $elemMatch: { 'user/who': 'Ben', 'user/visit': { $exists: true } } } }, []],
    [{ village: { $regex: '🌍$' } }, [UNICODE]],
    [{ village: { $regex: '\\bwa\\b' } }, [MTO]],
    [{ village: { $not: { $regex: '^M' } } }, [KARATU, UNICODE]],
    [{ village: "'; DROP TABLE submission; --" }, []],
    [{ "'; DROP TABLE submission; --": { $exists: true } }, []],
    [{ '_validation_status.uid': null }, ALL],
    [{ _validation_status: {} }, ALL],
    [{ _validation_status: { $ne: {} } }, []],
    [{ _attachments: [] }, ALL],
    [{ _attachments: { $ne: [] } }, []],
    [{ $expr: { $gt: ['$depth', '30'] } }, [MTO, KARATU]],
    [{ $expr: { $lt: ['$depth', 10] } }, [KARATU, MBULU]],
    [{ $expr: { $eq: [{ $ifNull: ['$flow', 'none'] }, 'none'] } }, [UNICODE, MBULU]],
    [{ village: 'Karatu', $expr: { $not: [{ $eq: ['$pump/state', 'works'] }] } }, [KARATU]],
  ])('%j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  it('finds by what the service itself wrote', async () => {
    expect(await find({ _id: ids[MTO] })).toEqual([MTO]);
    expect(await find({ _id: { $gt: ids[KARATU] } })).toEqual([UNICODE, MBULU]);
    expect(await find({ _id: { $in: [ids[MTO], String(ids[UNICODE])] } })).toEqual([MTO, UNICODE]);
    expect(await find({ _uuid: uuids[KARATU] })).toEqual([KARATU]);
    expect(await find({ 'meta/rootUuid': `uuid:${uuids[UNICODE]}` })).toEqual([UNICODE]);
    expect(await find({ 'meta/instanceID': `uuid:${uuids[KARATU]}` })).toEqual([KARATU]);
    expect(await find({ __version__: wells['version_id'] })).toEqual([MTO, KARATU, UNICODE]);
    expect(await find({ _xform_id_string: wells.uid })).toEqual(ALL);
  });

  it.each([
    ['{village:', { query: ['Value must be valid JSON.'] }],
    ['', { query: ['Value must be valid JSON.'] }],
    ['[1]', { query: [expect.stringContaining('JSON object')] }],
    [{ $or: [] }, { detail: expect.stringContaining('Unsupported query') }],
    [{ village: { $in: 'Karatu' } }, { detail: expect.stringContaining('Unsupported query') }],
    [{ 'pump/parts': { $all: 'x' } }, { detail: expect.stringContaining('$all needs an array') }],
    [{ _submission_time: { $gt: { $date: 'x' } } }, { detail: expect.stringContaining('$date') }],
    [{ village: { $regex: '(' } }, { detail: expect.stringContaining('regular expression') }],
    [{ village: 'a\u0000b' }, { detail: expect.stringContaining('NUL') }],
  ])('refuses %j (400)', async (query, body) => {
    expect((await ask(query).expect(400)).body).toEqual(body);
  });
});

/** The villages of a page, in its order. */
async function page(parameters: Record<string, string>): Promise<Village[]> {
  const { body } = await app.as('owner').get(data()).query(parameters).expect(200);
  expect(body.count).toBe(ALL.length);
  return body.results.map(({ _id }: { _id: number }) => ALL.find((village) => ids[village] === _id));
}

interface Page {
  readonly next: string | null;
  readonly results: readonly { readonly village: string }[];
}

const villageOf = (text: string): Village => ALL.find((village) => text.startsWith(village))!;
const parametersOf = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams.entries());

describe('sort=', () => {
  // What the peer answered to the same questions on the same data.
  it.each<[sort: object, found: Village[]]>([
    [{ _id: -1 }, [...ALL].reverse()],
    [{ village: 1 }, [KARATU, MBULU, MTO, UNICODE]],
    [{ depth: -1 }, [KARATU, MTO, UNICODE, MBULU]],
    [{ 'pump/state': 1, _id: -1 }, [MBULU, KARATU, UNICODE, MTO]],
    [{ nonsense: 1 }, ALL],
    [{}, ALL],
    [{ _id: '-1' }, [...ALL].reverse()],
    [{ _id: 0 }, ALL],
    [{ "'; DROP TABLE submission; --": 1 }, ALL],
  ])('%j', async (sort, found) => {
    expect(await page({ sort: JSON.stringify(sort) })).toEqual(found);
  });

  const sortedBy = (sort: object) => ({ sort: JSON.stringify(sort), limit: '1' });

  it.each<[sort: object, found: Village[]]>([
    [{ village: 1 }, [KARATU, MBULU, MTO, UNICODE]],
    [{ flow: -1 }, [MTO, KARATU, UNICODE, MBULU]],
    [{ 'pump/state': 1, _id: -1 }, [MBULU, KARATU, UNICODE, MTO]],
    [{ 'pump/state': -1, village: 1 }, [MTO, UNICODE, KARATU, MBULU]],
    [{ 'user/who': 1 }, ALL],
    [{ _validation_status: 1, _date_modified: -1 }, [...ALL].reverse()],
  ])('pages by key: %j', async (sort, found) => {
    const kept = { ...sortedBy(sort), fields: '["village"]', query: '{"_id":{"$gt":0}}', format: 'json' };
    const walked: Village[] = [];
    let next: Record<string, string> | undefined = kept;
    while (next !== undefined) {
      const answer = await app.as('owner').get(data()).query(next).expect(200);
      const { results, next: link } = answer.body as Page;
      walked.push(...results.map(({ village }) => villageOf(village)));
      expect(walked.length).toBeLessThanOrEqual(ALL.length);
      next = link === null ? undefined : parametersOf(link);
      if (next === undefined) continue;
      const { after, ...others } = next;
      expect(after).toMatch(/^[\w-]+$/);
      expect(others).toEqual({ ...kept, start: String(walked.length) });
    }
    expect(walked).toEqual(found);
  });

  it('goes by start where there is no position, and by the position where both are', async () => {
    const { body } = await app
      .as('owner')
      .get(data())
      .query(sortedBy({ village: 1 }))
      .expect(200);
    const { after, start, ...first } = parametersOf(body.next as string);
    expect(await page({ ...first, start: start! })).toEqual([MBULU]);
    expect(await page({ ...first, after: after!, start: '3' })).toEqual([MBULU]);
  });

  it.each(['1', 'x', Buffer.from('["a",1,2]').toString('base64url')])(
    'refuses the position %s (400)',
    async (after) => {
      const { body } = await app
        .as('owner')
        .get(data())
        .query({ ...sortedBy({ village: 1 }), after })
        .expect(400);
      expect(body).toEqual({ after: [expect.stringContaining('Follow `next` as it is')] });
    },
  );

  it.each(['village', '["_id"]', '{"_id":"down"}', '[1]'])('refuses %s (400)', async (sort) => {
    const { body } = await app.as('owner').get(data()).query({ sort }).expect(400);
    expect(body).toEqual({ sort: [expect.any(String)] });
  });
});

describe('fields=', () => {
  const shown = async (fields: unknown) => {
    const answer = await app
      .as('owner')
      .get(data())
      .query({ fields: JSON.stringify(fields) })
      .expect(200);
    return answer.body.results as Record<string, unknown>[];
  };
  const identifiers = (village: Village) => ({
    _id: ids[village],
    _uuid: uuids[village],
    'meta/rootUuid': `uuid:${uuids[village]}`,
    _validation_status: {},
  });

  it('shows what is asked for and the identifiers', async () => {
    expect(await shown(['village', 'pump/state'])).toEqual([
      { ...identifiers(MTO), village: 'Mto wa Mbu', 'pump/state': 'works' },
      { ...identifiers(KARATU), village: 'Karatu', 'pump/state': 'broken' },
      { ...identifiers(UNICODE), village: 'Ünïcode & <co> 🌍', 'pump/state': 'works' },
      { ...identifiers(MBULU), village: 'Mbulu' },
    ]);
  });

  it('shows repeats whole, system keys, and nothing for what there is not', async () => {
    const [repeats] = await shown(['user', 'user/who', 'nonsense']);
    expect(repeats).toEqual({
      ...identifiers(MTO),
      user: [
        {
          'user/who': 'Asha',
          'user/visit': [{ 'user/visit/day': '2026-01-01' }, { 'user/visit/day': '2026-01-02' }],
        },
        { 'user/who': 'Ben' },
      ],
    });
    const [system] = await shown([
      '_id',
      '_attachments',
      '_validation_status',
      '_submission_time',
      '_userform_id',
    ]);
    expect(system).toEqual({ ...identifiers(MTO), _attachments: [], _submission_time: expect.any(String) });
  });

  it('keeps links to attachments on the host that was called', async () => {
    const files = await makeDeployedAsset(app);
    await submit(app, files.uid, { files: [{ name: 'p.jpg', content: 'photo' }] });
    const path = `/api/v2/assets/${files.uid}/data/`;
    const { body } = await app.as('owner').get(path).query({ fields: '["_attachments"]' }).expect(200);
    const [{ _id, _attachments }] = body.results;
    expect(_attachments[0].download_url).toContain(`${app.origin}${path}${_id}/attachments/`);
  });

  it('shows everything for an empty list, and takes the keys of an object', async () => {
    expect((await shown([]))[0]).toHaveProperty('_xform_id_string');
    expect(await shown({ village: 1 })).toEqual(await shown(['village']));
  });

  it('holds together with a query and a sort, and for a single submission', async () => {
    const { body } = await ask(
      { 'pump/state': 'works' },
      { sort: '{"village":-1}', fields: '["village"]' },
    ).expect(200);
    expect(body.results).toEqual([
      { ...identifiers(UNICODE), village: 'Ünïcode & <co> 🌍' },
      { ...identifiers(MTO), village: 'Mto wa Mbu' },
    ]);
    const one = await app
      .as('owner')
      .get(data(`${uuids[KARATU]}/`))
      .query({ fields: '["village"]' })
      .expect(200);
    expect(one.body).toEqual({ ...identifiers(KARATU), village: 'Karatu' });
  });

  it.each(['village', '"village"', '[1]', '5'])('refuses %s (400)', async (fields) => {
    const { body } = await app.as('owner').get(data()).query({ fields }).expect(400);
    expect(body).toEqual({ fields: ['Value must be valid JSON.'] });
  });
});

describe('a query among other parameters', () => {
  it('pages through what it finds, keeping the query in `next`', async () => {
    const first = await ask({ 'pump/state': 'works' }, { limit: '1', sort: '{"_id":-1}' }).expect(200);
    expect(first.body).toMatchObject({ count: 2, previous: null, results: [{ _id: ids[UNICODE] }] });
    const next = new URL(first.body.next as string);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      query: '{"pump/state":"works"}',
      limit: '1',
      sort: '{"_id":-1}',
      start: '1',
      after: String(ids[UNICODE]),
    });
    const second = await app
      .as('owner')
      .get(next.pathname + next.search)
      .expect(200);
    expect(second.body).toMatchObject({ count: 2, next: null, results: [{ _id: ids[MTO] }] });
  });

  it('holds for a single submission too', async () => {
    const one = (query: object) =>
      app
        .as('owner')
        .get(data(`${ids[MTO]}/`))
        .query({ query: JSON.stringify(query) });
    await one({ village: 'Mto wa Mbu' }).expect(200);
    await one({ village: 'Karatu' }).expect(404);
  });
});
