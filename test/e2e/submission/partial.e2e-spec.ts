import { ChangeNotifications } from '../../../src/database/change-notifications';
import { grant, grantPartially, makeDeployedAsset, type PartialGrants } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;
let uid: string;
/** Ids in the order of SENT: north and yes by the owner, south and yes by the owner, north and no by Cleo, east by Cleo. */
let ids: number[];
let attachments: string[];

const SENT = [
  ['owner', '<district>north</district><consent>yes</consent><age>5</age>'],
  ['owner', '<district>south</district><consent>yes</consent><age>50</age>'],
  ['cleo', '<district>north</district><consent>no</consent><age>7</age>'],
  ['cleo', '<district>east</district>'],
] as const;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ben', 'cleo']) await app.addUser(username);
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'cleo', ['add_submissions']);
  for (const [by, answers] of SENT)
    await submit(app, uid, { by, answers, files: [{ name: 'p.jpg', content: answers }] });
  const { body } = await app.as('owner').get(data()).expect(200);
  ids = body.results.map(({ _id }: { _id: number }) => _id);
  attachments = body.results.map(({ _attachments: [only] }: { _attachments: [{ uid: string }] }) => only.uid);
});
afterAll(() => app.stop());

const data = (below = ''): string => `/api/v2/assets/${uid}/data/${below}`;
const counts = (): string => `/api/v2/assets/${uid}/counts/`;

/** Grants Ben partial_submissions with these filters, and view_asset. */
const grantPartial = (grants: PartialGrants): Promise<void> => grantPartially(app, uid, 'ben', grants);

/** Stores filters that the API would reject. */
async function storeInvalid(filters: object[]): Promise<void> {
  await grantPartial({ view_submissions: [{ _submitted_by: 'cleo' }] });
  const [changed] = await app.rows<{ asset: number }>(
    `UPDATE permission_assignment SET partial_grants = jsonb_build_object('view_submissions', $2::jsonb)
       FROM asset WHERE asset.id = asset_id AND asset.uid = $1 AND codename = 'partial_submissions'
       RETURNING asset_id AS asset`,
    [uid, JSON.stringify(filters)],
  );
  app.nest.get(ChangeNotifications).publish('asset', changed!.asset);
}

/** Positions, from 1, of the submissions visible to a caller. */
async function seen(query: Record<string, string> = {}, by = 'ben'): Promise<number[]> {
  const { body } = await app.as(by).get(data()).query(query).expect(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ _id }: { _id: number }) => ids.indexOf(_id) + 1);
}

// Expected results are recorded from KoboToolbox for the same permissions and data.
const CASES: [why: string, filters: object[], places: number[]][] = [
  ['one submitter', [{ _submitted_by: 'cleo' }], [3, 4]],
  ['some submitters', [{ _submitted_by: { $in: ['cleo', 'owner'] } }], [1, 2, 3, 4]],
  ['answers', [{ district: 'north', consent: 'yes' }, { district: 'east' }], [1, 4]],
  ['numbers', [{ age: { $gte: 7 } }], [2, 3]],
  ['no submission', [{ _submitted_by: 'ben' }], []],
];

describe.each(CASES)('a permission limited to %s', (_why, filters, positions) => {
  beforeAll(() => grantPartial({ view_submissions: filters }));

  it('lists and counts matching submissions', async () => {
    expect(await seen()).toEqual(positions);
    const { body } = await app.as('ben').get(counts()).expect(200);
    expect(body.total_submission_count).toBe(positions.length);
    const daily = Object.values(body.daily_submission_counts as Record<string, number>);
    expect(daily.reduce((sum, each) => sum + each, 0)).toBe(positions.length);
  });

  it('returns each matching submission with its files and no other', async () => {
    for (const [index, id] of ids.entries()) {
      const expected = positions.includes(index + 1) ? 200 : 404;
      await app
        .as('ben')
        .get(data(`${id}/`))
        .expect(expected);
      await app
        .as('ben')
        .get(data(`${id}/attachments/${attachments[index]}/`))
        .expect(expected);
    }
  });

  it('can’t be widened by a query', async () => {
    expect(await seen({ query: JSON.stringify({ $or: [{ _id: { $gt: 0 } }] }) })).toEqual(positions);
    const north = positions.filter((position) => position === 1 || position === 3);
    expect(await seen({ query: '{"district":"north"}' })).toEqual(north);
  });
});

describe('a partial permission', () => {
  it.each([[[{ district: { $nonsense: 1 } }]], [[{ district: { $not: { $nonsense: 1 } } }]]])(
    'matches nothing with an invalid filter: %j',
    async (filters) => {
      await storeInvalid(filters);
      expect(await seen()).toEqual([]);
    },
  );

  it('pages through matching submissions', async () => {
    await grantPartial({ view_submissions: [{ district: { $ne: 'south' } }] });
    const first = await app.as('ben').get(data('?limit=2')).expect(200);
    expect(first.body).toMatchObject({ count: 3, results: [{ _id: ids[0] }, { _id: ids[2] }] });
    const next = new URL(first.body.next as string);
    const second = await app
      .as('ben')
      .get(next.pathname + next.search)
      .expect(200);
    expect(second.body).toMatchObject({ count: 3, next: null, results: [{ _id: ids[3] }] });
  });

  it('pages through them in another order, with the cursor of any caller', async () => {
    await grantPartial({ view_submissions: [{ district: { $ne: 'south' } }] });
    const sort = '{"age":-1}';
    const getPage = (by: string, more = {}) =>
      app
        .as(by)
        .get(data())
        .query({ sort, limit: '1', ...more })
        .expect(200);
    const afterOf = (url: string): string => new URL(url).searchParams.get('after')!;
    const decode = (after: string): unknown => JSON.parse(Buffer.from(after, 'base64url').toString());

    const own = await getPage('ben');
    expect(own.body).toMatchObject({ count: 3, results: [{ _id: ids[2] }] });
    expect(decode(afterOf(own.body.next as string))).toEqual(['7', ids[2]]);
    // The owner's first page ends there too; his second ends with one hidden from Ben.
    const theirs = await getPage('owner', { after: afterOf(own.body.next as string) });
    expect(theirs.body).toMatchObject({ count: 4, results: [{ _id: ids[1] }] });
    const after = afterOf(theirs.body.next as string);
    expect(decode(after)).toEqual(['50', ids[1]]);
    const rest = await getPage('ben', { after, limit: '10' });
    expect(rest.body).toMatchObject({ count: 3, next: null, results: [{ _id: ids[0] }, { _id: ids[3] }] });
  });

  it('without view_submissions lists nothing and does not fail', async () => {
    await grantPartial({ add_submissions: [{ district: 'north' }] });
    expect(await seen()).toEqual([]);
    await app
      .as('ben')
      .get(data(`${ids[0]}/`))
      .expect(404);
  });

  it('has no effect next to a full one, nor for other users', async () => {
    await grantPartial({ view_submissions: [{ district: 'north' }] });
    expect(await seen({}, 'owner')).toEqual([1, 2, 3, 4]);
    await app.as('cleo').get(data()).expect(404);
    await grant(app, uid, 'anonymous', ['view_submissions']);
    expect(await seen()).toEqual([1, 2, 3, 4]);
  });
});
