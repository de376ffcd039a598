import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
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
  // Expected results are recorded from KoboToolbox for the same queries and data.
  it.each<[sort: object, found: Village[]]>([
    [{ _id: -1 }, [...ALL].reverse()],
    [{ village: 1 }, [KARATU, MBULU, MTO, UNICODE]],
    [{ depth: -1 }, [KARATU, MTO, UNICODE, MBULU]],
    [{ 'pump/state': 1, _id: -1 }, [MBULU, KARATU, UNICODE, MTO]],
    [{ nonsense: 1 }, ALL],
    [{}, ALL],
    [{ depth: { number: -1 } }, [UNICODE, MTO, KARATU, MBULU]],
    [{ depth: { number: '1' }, village: 1 }, [MBULU, KARATU, MTO, UNICODE]],
    [{ flow: { number: 1 } }, [UNICODE, MBULU, KARATU, MTO]],
    [{ village: { number: -1 }, _id: -1 }, [...ALL].reverse()],
    [{ _submitted_by: { number: 1 } }, ALL],
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
    [{ flow: { number: -1 } }, [MTO, KARATU, UNICODE, MBULU]],
    [{ 'pump/state': 1, depth: { number: -1 } }, [MBULU, KARATU, UNICODE, MTO]],
    [{ checked: { time: 1 } }, ALL],
    [{ _validation_status: 1, _date_modified: -1 }, [...ALL].reverse()],
  ])('pages with a cursor: %j', async (sort, found) => {
    const parameters = {
      ...sortedBy(sort),
      fields: '["village"]',
      query: '{"_id":{"$gt":0}}',
      format: 'json',
    };
    const walked: Village[] = [];
    let next: Record<string, string> | undefined = parameters;
    while (next !== undefined) {
      const response = await app.as('owner').get(data()).query(next).expect(200);
      const { results, next: link } = response.body as Page;
      walked.push(...results.map(({ village }) => villageOf(village)));
      expect(walked.length).toBeLessThanOrEqual(ALL.length);
      next = link === null ? undefined : parametersOf(link);
      if (next === undefined) continue;
      const { after, ...others } = next;
      expect(after).toMatch(/^[\w-]+$/);
      expect(others).toEqual({ ...parameters, start: String(walked.length) });
    }
    expect(walked).toEqual(found);
  });

  it('uses start without a cursor, and the cursor if there are both', async () => {
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
    'returns 400 for the cursor %s',
    async (after) => {
      const { body } = await app
        .as('owner')
        .get(data())
        .query({ ...sortedBy({ village: 1 }), after })
        .expect(400);
      expect(body).toEqual({ after: [expect.stringContaining('Follow `next` unchanged')] });
    },
  );

  it('returns 400 for a cursor of text in an order of numbers', async () => {
    const after = Buffer.from('["12; --",1]').toString('base64url');
    await app
      .as('owner')
      .get(data())
      .query({ ...sortedBy({ depth: { number: 1 } }), after })
      .expect(400);
  });

  it.each([
    'village',
    '["_id"]',
    '{"_id":"down"}',
    '[1]',
    '{"depth":{"money":1}}',
    '{"depth":{}}',
    '{"depth":{"number":1,"time":1}}',
    '{"depth":{"number":"x"}}',
  ])('returns 400 for %s', async (sort) => {
    const { body } = await app.as('owner').get(data()).query({ sort }).expect(400);
    expect(body).toEqual({ sort: [expect.any(String)] });
  });
});

describe('fields=', () => {
  const shown = async (fields: unknown) => {
    const response = await app
      .as('owner')
      .get(data())
      .query({ fields: JSON.stringify(fields) })
      .expect(200);
    return response.body.results as Record<string, unknown>[];
  };
  const identifiers = (village: Village) => ({
    _id: ids[village],
    _uuid: uuids[village],
    'meta/rootUuid': `uuid:${uuids[village]}`,
    _validation_status: {},
  });

  it('returns the requested fields and the identifiers', async () => {
    expect(await shown(['village', 'pump/state'])).toEqual([
      { ...identifiers(MTO), village: 'Mto wa Mbu', 'pump/state': 'works' },
      { ...identifiers(KARATU), village: 'Karatu', 'pump/state': 'broken' },
      { ...identifiers(UNICODE), village: 'Ünïcode & <co> 🌍', 'pump/state': 'works' },
      { ...identifiers(MBULU), village: 'Mbulu' },
    ]);
  });

  it('returns repeats whole, system keys, and nothing for unknown keys', async () => {
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

  it('keeps the requested host in links to attachments', async () => {
    const files = await makeDeployedAsset(app);
    await submit(app, files.uid, { files: [{ name: 'p.jpg', content: 'photo' }] });
    const path = `/api/v2/assets/${files.uid}/data/`;
    const { body } = await app.as('owner').get(path).query({ fields: '["_attachments"]' }).expect(200);
    const [{ _id, _attachments }] = body.results;
    expect(_attachments[0].download_url).toContain(`${app.origin}${path}${_id}/attachments/`);
  });

  it('returns everything for an empty list, and accepts the keys of an object', async () => {
    expect((await shown([]))[0]).toHaveProperty('_xform_id_string');
    expect(await shown({ village: 1 })).toEqual(await shown(['village']));
  });

  it('combines with a query and a sort, and applies to a single submission', async () => {
    const { body } = await request(
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

  it.each(['village', '"village"', '[1]', '5'])('returns 400 for %s', async (fields) => {
    const { body } = await app.as('owner').get(data()).query({ fields }).expect(400);
    expect(body).toEqual({ fields: ['Value must be valid JSON.'] });
  });
});
