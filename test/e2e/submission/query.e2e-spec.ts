import type { AssetJson } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { ALL, KARATU, makeWells, MBULU, MTO, UNICODE, type Village, type Wells } from './wells';

let app: TestApp;
let wells: AssetJson;
let ids: Wells['ids'];
let uuids: Wells['uuids'];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ wells, ids, uuids } = await makeWells(app));
});
afterAll(() => app.stop());

const data = (below = ''): string => `/api/v2/assets/${wells.uid}/data/${below}`;

function request(query: unknown, more: Record<string, string> = {}) {
  const text = typeof query === 'string' ? query : JSON.stringify(query);
  return app
    .as('owner')
    .get(data())
    .query({ query: text, ...more });
}

/** Villages found by a query; the count must match. */
async function findVillages(query: unknown): Promise<Village[]> {
  const { body } = await request(query).expect(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ _id }: { _id: number }) => ALL.find((village) => ids[village] === _id));
}

describe('query=', () => {
  // Expected results are recorded from KoboToolbox for the same queries and data.
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
    expect(await findVillages(query)).toEqual(found);
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
    expect(await findVillages(query)).toEqual(found);
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
    expect(await findVillages(query)).toEqual(found);
  });

  it('matches fields written by the service', async () => {
    expect(await findVillages({ _id: ids[MTO] })).toEqual([MTO]);
    expect(await findVillages({ _id: { $gt: ids[KARATU] } })).toEqual([UNICODE, MBULU]);
    expect(await findVillages({ _id: { $in: [ids[MTO], String(ids[UNICODE])] } })).toEqual([MTO, UNICODE]);
    expect(await findVillages({ _uuid: uuids[KARATU] })).toEqual([KARATU]);
    expect(await findVillages({ 'meta/rootUuid': `uuid:${uuids[UNICODE]}` })).toEqual([UNICODE]);
    expect(await findVillages({ 'meta/instanceID': `uuid:${uuids[KARATU]}` })).toEqual([KARATU]);
    expect(await findVillages({ __version__: wells['version_id'] })).toEqual([MTO, KARATU, UNICODE]);
    expect(await findVillages({ _xform_id_string: wells.uid })).toEqual(ALL);
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
  ])('returns 400 for %j', async (query, body) => {
    expect((await request(query).expect(400)).body).toEqual(body);
  });
});

describe('a query among other parameters', () => {
  it('pages through the result, keeping the query in `next`', async () => {
    const first = await request({ 'pump/state': 'works' }, { limit: '1', sort: '{"_id":-1}' }).expect(200);
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

  it('applies to a single submission too', async () => {
    const one = (query: object) =>
      app
        .as('owner')
        .get(data(`${ids[MTO]}/`))
        .query({ query: JSON.stringify(query) });
    await one({ village: 'Mto wa Mbu' }).expect(200);
    await one({ village: 'Karatu' }).expect(404);
  });
});
