import { PlaceListRepository } from '../../../src/modules/report/place-list.repository';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { eventually } from '../../support/eventually';
import { startApp, type TestApp } from '../../support/app';

const WORLD = { bbox: '-180,-90,180,90', zoom: '1' };
const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: ['Village'] },
    { type: 'geopoint', name: 'place', label: ['Place'] },
    { type: 'geoshape', name: 'field', label: ['Field'] },
    { type: 'begin_repeat', name: 'well', label: ['Well'] },
    { type: 'geopoint', name: 'spot', label: ['Spot'] },
    { type: 'end_repeat' },
  ],
};

interface Found {
  readonly progress: number;
  readonly places: number;
  readonly bounds: number[] | null;
  readonly clusters: { longitude: number; latitude: number; places: number; submission: number | null }[];
}

let app: TestApp;
let uid: string;
const uuids: string[] = [];

beforeAll(async () => {
  // Other processes than this one are not held.
  app = await startApp({ hasOneProcess: true });
  for (const name of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'Karatu' }] });
  for (const [village, place] of [
    ['Karatu', '-3.3 35.7 1500 5'],
    ['Karatu', '-3.4 35.7 1500 5'],
    ['Mbulu', '60 -120 0 0'],
    ['Mbulu', 'unknown'],
  ]) {
    const answers =
      `<village>${village}</village><place>${place}</place><field>1 2 0 0;1 3 0 0;2 3 0 0;1 2 0 0</field>` +
      '<well><spot>10 10 0 0</spot></well><well><spot>-10 -10 0 0</spot></well>';
    uuids.push(await submit(app, uid, { answers }));
  }
});
afterAll(() => app.stop());

const request = (by: string, query: Record<string, string> = {}) =>
  app
    .as(by)
    .get(`/api/v2/assets/${uid}/map-clusters/`)
    .query({ question: 'place', ...WORLD, ...query });
const find = async (by: string, query: Record<string, string> = {}): Promise<Found> =>
  (await request(by, query).expect(200)).body as Found;
const idOf = async (uuid: string): Promise<number> =>
  ((await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200)).body as { _id: number })
    ._id;

it.each(['owner', 'granted'])('gives %s the places of all submissions', async (by) => {
  const { places, bounds, clusters } = await find(by);
  expect(places).toBe(3);
  expect(bounds).toEqual([-120, -3.4, 35.7, 60].map((side) => expect.closeTo(side, 4) as number));
  expect(clusters.map((each) => each.places).sort()).toEqual([1, 2]);
  expect(clusters.find((each) => each.places === 1)!.submission).toBe(await idOf(uuids[2]!));
});

it('gives a partial user the places of the rows that the filter matches', async () => {
  // Before, and after others have read theirs.
  for (const by of ['partial', 'owner', 'partial']) {
    const { places, clusters } = await find(by);
    expect(places).toBe(by === 'owner' ? 3 : 2);
    expect(clusters).toHaveLength(by === 'owner' ? 2 : 1);
  }
  expect((await find('partial', { query: '{"village":"Mbulu"}' })).places).toBe(0);
});

it('gives others 404', async () => {
  await request('stranger').expect(404);
  await request('anonymous').expect(404);
});

it('reads filters, the view, lines and areas, and repeats', async () => {
  expect((await find('owner', { query: '{"village":"Mbulu"}' })).places).toBe(1);
  const near = await find('owner', { bbox: '35,-4,36,-3', zoom: '12' });
  expect(near.places).toBe(3);
  expect(near.clusters).toHaveLength(2);
  expect((await find('owner', { question: 'field' })).bounds).toEqual([2, 1, 2, 1]);
  const spots = await find('owner', { question: 'well/spot' });
  expect(spots.places).toBe(8);
  expect(spots.clusters.map((each) => each.places)).toEqual([4, 4]);
});

it('shows what was added, edited and deleted since the last view', async () => {
  const before = await find('owner');
  const added = await submit(app, uid, { answers: '<village>Mbulu</village><place>5 5 0 0</place>' });
  expect((await find('owner')).places).toBe(before.places + 1);
  expect((await find('partial')).places).toBe(2);
  const edit = instanceXml(uid, {
    answers: '<village>Karatu</village><place>80 80 0 0</place>',
    deprecates: added,
  });
  await submission(app.as('owner'), edit).expect(201);
  const edited = await find('owner');
  expect(edited.places).toBe(before.places + 1);
  expect(edited.bounds![3]).toBeCloseTo(80, 4);
  expect((await find('partial')).places).toBe(3);
  await app
    .as('owner')
    .delete(`/api/v2/assets/${uid}/data/${await idOf(added)}/`)
    .expect(204);
  expect(await find('owner')).toEqual(before);
  expect((await find('partial')).places).toBe(2);
});

it('returns with `partial` what was read after a short time, and then all', async () => {
  const places = app.nest.get(PlaceListRepository);
  const load = places.load.bind(places);
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => (finish = resolve));
  jest.spyOn(places, 'load').mockImplementationOnce(async (...given) => {
    const found = await load(...given);
    Object.assign(given[2]!, { share: 0.5, places: found.places });
    await held;
    return found;
  });
  // Not in the cache yet.
  const view = { query: '{"village":{"$ne":"none"}}', partial: 'true' };
  const first = await find('owner', view);
  expect(first).toMatchObject({ progress: 0.5, places: 3 });
  expect(await find('owner', view)).toEqual(first);
  finish();
  await eventually(
    () => find('owner', view),
    ({ progress }) => progress === 1,
  );
  expect((await find('owner', view)).clusters).toEqual(first.clusters);
});

it.each<[Record<string, string>, string]>([
  [{ question: 'village' }, 'question'],
  [{ question: '' }, 'question'],
  [{ question: 'nowhere' }, 'question'],
  [{ bbox: '1,2,3' }, 'bbox'],
  [{ zoom: '99' }, 'zoom'],
  [{ query: '{' }, 'query'],
])('refuses %j', async (query, field) => {
  const { body } = await request('owner', query).expect(400);
  expect(body).toEqual({ [field]: [expect.any(String)] });
});

it('refuses a form that was never deployed', async () => {
  const { body } = await app
    .as('owner')
    .post('/api/v2/assets/')
    .send({ asset_type: 'survey', name: 'Draft' });
  await app
    .as('owner')
    .get(`/api/v2/assets/${body.uid}/map-clusters/`)
    .query({ question: 'place', ...WORLD })
    .expect(400);
});
