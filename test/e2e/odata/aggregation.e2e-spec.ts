import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { type Page, ODataFixture } from './odata-fixture';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'text', name: 'remark', label: 'Remark' },
    { type: 'integer', name: 'people', label: 'People' },
    { type: 'decimal', name: 'depth', label: 'Depth' },
    { type: 'date', name: 'dug', label: 'Dug' },
    { type: 'dateTime', name: 'seen', label: 'Seen' },
    { type: 'begin_repeat', name: 'visit', label: 'Visit' },
    { type: 'integer', name: 'minutes', label: 'Minutes' },
    { type: 'end_repeat' },
  ],
};
const WELLS = [
  [
    'Karatu',
    'Hand pump, works',
    '9007199254740993',
    '1.5',
    '2024-02-29',
    '2026-05-01T12:00:00+03:00',
    [5, 7],
  ],
  ['Karatu', 'broken 100%', '7', '2.5', '2020-01-01', '2026-05-01T10:00:00Z', [1]],
  ['Mbulu', 'hand', 'many', '', '', '', []],
] as const;

describe('$search and $apply of OData', () => {
  let odata: ODataFixture;
  let uid: string;

  beforeAll(async () => {
    odata = await ODataFixture.start();
    ({ uid } = await makeDeployedAsset(odata.app, { content: CONTENT }));
    for (const [village, remark, people, depth, dug, seen, visits] of WELLS) {
      const answers = Object.entries({ village, remark, people, depth, dug, seen });
      await submit(odata.app, uid, {
        answers:
          answers.map(([name, text]) => `<${name}>${text}</${name}>`).join('') +
          visits.map((minutes) => `<visit><minutes>${minutes}</minutes></visit>`).join(''),
      });
    }
  });
  afterAll(() => odata.app.stop());

  const read = (set: string, options: Readonly<Record<string, string>>) =>
    odata.app
      .as('owner')
      .get(odata.path(set, options, uid))
      .expect(200);
  const remarks = async (search: string): Promise<unknown[]> =>
    ((await read('Submissions', { $search: search })).body as Page).value.map(({ remark }) => remark);

  it.each([
    ['hand', [0, 2]],
    ['HAND works', [0]],
    ['"hand pump"', [0]],
    ['"pump hand"', []],
    ['hand AND NOT works', [2]],
    ['broken OR works', [0, 1]],
    ['Karatu (broken OR mbulu)', [1]],
    ['100%', [1]],
    ['10_', []],
    ["'", []],
  ])('finds %s in text properties', async (search, found) => {
    expect(await remarks(search)).toEqual(found.map((index) => WELLS[index]![1]));
  });

  it('combines $search with $filter and $count, and finds rows of repeats', async () => {
    const { body } = await read('Submissions', { $search: 'hand', $filter: 'depth gt 1', $count: 'true' });
    expect(body).toMatchObject({ '@odata.count': 1, value: [{ remark: WELLS[0][1] }] });
  });

  it.each<[string, string, object, string, unknown]>([
    [
      'Submissions',
      'groupby((village),aggregate($count as total,people with sum as people,depth with average as mean))',
      { $orderby: 'total desc' },
      '(village,total,people,mean)',
      [
        { village: 'Karatu', total: 2, people: 9007199254741000, mean: 2 },
        { village: 'Mbulu', total: 1, people: null, mean: null },
      ],
    ],
    [
      'Submissions',
      'aggregate(depth with min as least,dug with max as latest,seen with min as first,village with countdistinct as villages)',
      {},
      '(least,latest,first,villages)',
      [{ least: 1.5, latest: '2024-02-29', first: '2026-05-01T09:00:00.000000Z', villages: 2 }],
    ],
    ['Submissions', 'groupby((village))', { $top: '1', $skip: '1' }, '(village)', [{ village: 'Mbulu' }]],
    [
      'Submissions',
      "filter(depth gt 2)/filter(contains(remark,'%'))/groupby((village),aggregate($count as n))",
      {},
      '(village,n)',
      [{ village: 'Karatu', n: 1 }],
    ],
    [
      'Submissions',
      'filter(depth gt 99)/aggregate($count as n,depth with sum as d)',
      {},
      '(n,d)',
      [{ n: 0, d: null }],
    ],
    [
      'visit',
      'groupby((_submission/village,_submission/dug),aggregate(minutes with sum as minutes))',
      {},
      '(_submission(village,dug),minutes)',
      [
        { _submission: { village: 'Karatu', dug: '2020-01-01' }, minutes: 1 },
        { _submission: { village: 'Karatu', dug: '2024-02-29' }, minutes: 12 },
      ],
    ],
  ])('aggregates %s by %s with %j', async (set, $apply, options, selected, expected) => {
    const { body, text } = await read(set, { $apply, ...options });
    expect(body).toEqual({
      '@odata.context': `${odata.app.origin}${odata.path('$metadata', {}, uid)}#${set}${selected}`,
      value: expected,
    });
    if ($apply.includes('people with sum')) expect(text).toContain('"people":9007199254741000,');
  });

  it('counts groups, and continues behind the last one', async () => {
    const $apply = 'groupby((depth),aggregate($count as n))';
    const first = await read('Submissions', { $apply, $count: 'true', $orderby: 'depth desc' }).set(
      'Prefer',
      'odata.maxpagesize=2',
    );
    expect(first.body).toMatchObject({ '@odata.count': 3, value: [{ depth: 2.5 }, { depth: 1.5 }] });
    const { pathname, search } = new URL((first.body as Page)['@odata.nextLink']!);
    const { body } = await odata.app
      .as('owner')
      .get(pathname + search)
      .expect(200);
    expect(body).toMatchObject({ '@odata.count': 3, value: [{ depth: null, n: 1 }] });
    expect(body).not.toHaveProperty(['@odata.nextLink']);
  });

  it('has types with full metadata, and no context without', async () => {
    const $apply = 'groupby((dug),aggregate($count as n))';
    const { body: full } = await read('Submissions', {
      $apply,
      $top: '1',
      $format: 'application/json;odata.metadata=full',
    });
    expect(full.value).toEqual([
      { '@odata.id': null, 'dug@odata.type': '#Date', dug: null, 'n@odata.type': '#Decimal', n: 1 },
    ]);
    const { body } = await read('Submissions', {
      $apply,
      $top: '0',
      $format: 'application/json;odata.metadata=none',
    });
    expect(body).toEqual({ value: [] });
  });

  it('aggregates permitted rows only', async () => {
    const { body } = await odata
      .request(
        'Submissions',
        { $apply: 'groupby((village),aggregate($count as n))' },
        odata.app.as('partial'),
      )
      .expect(200);
    expect(body.value).toEqual([{ village: 'Mbulu', n: 1 }]);
    const { body: found } = await odata
      .request('Submissions', { $search: 'Karatu' }, odata.app.as('partial'))
      .expect(200);
    expect(found.value).toEqual([]);
  });
});
