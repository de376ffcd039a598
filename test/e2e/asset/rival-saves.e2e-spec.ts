import { AssetRepository } from '../../../src/modules/asset/asset.repository';
import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const SAVES = 12;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

const path = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

const asking = (name: string) => ({ content: { survey: [{ type: 'text', name, label: [name] }] } });

const questionOf = ({ content }: { content: { survey: { name: string }[] } }): string | undefined =>
  content.survey[0]?.name;

/** Another process saves the asset so many times, each time while a change of this one is being prepared. */
function savedElsewhere(times: number): void {
  const assets = app.nest.get(AssetRepository);
  const lock = assets.lock.bind(assets);
  let left = times;
  jest.spyOn(assets, 'lock').mockImplementation(async (transaction, id) => {
    const stored = await lock(transaction, id);
    left -= 1;
    return stored === null || left < 0 ? stored : Object.assign(stored, { dateModified: new Date(left) });
  });
}

describe('saves of one asset at the same time', () => {
  it('are all kept, each as a version', async () => {
    const { uid } = await makeAsset(app);
    const names = Array.from({ length: SAVES }, (_, number) => `q${number}`);
    const answers = await Promise.all(
      names.map((name) => app.as('owner').patch(path(uid)).send(asking(name))),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { body } = await app
      .as('owner')
      .get(path(uid, `versions/?limit=${SAVES}`))
      .expect(200);
    const kept = await Promise.all(
      (body.results as { uid: string }[]).map(({ uid: version }) =>
        app
          .as('owner')
          .get(path(uid, `versions/${version}/`))
          .expect(200),
      ),
    );
    expect(new Set(kept.map((version) => questionOf(version.body)))).toEqual(new Set(names));
    const newest = await app.as('owner').get(path(uid)).expect(200);
    expect(questionOf(newest.body)).toBe(questionOf(kept[0]!.body));
  });

  it('fail for the one that is wrong, and for no other', async () => {
    const { uid } = await makeAsset(app);
    const change = (body: object) => app.as('owner').patch(path(uid)).send(body);
    const answers = await Promise.all([
      change(asking('first')),
      change({ content: 'no form at all' }),
      change({ asset_type: 'collection' }),
      change(asking('last')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
  });

  it('are prepared anew where another process saved meanwhile', async () => {
    const { uid } = await makeAsset(app);
    savedElsewhere(4);
    const { body } = await app.as('owner').patch(path(uid)).send(asking('kept')).expect(200);
    expect(questionOf(body)).toBe('kept');
  });

  it('are given up where others save time and again', async () => {
    const { uid } = await makeAsset(app);
    savedElsewhere(5);
    const { body } = await app.as('owner').patch(path(uid)).send({ name: 'Never' }).expect(409);
    expect(body).toEqual({ detail: 'The asset is saved again and again; save it when that has ended.' });
    jest.restoreAllMocks();
    const unchanged = await app.as('owner').get(path(uid)).expect(200);
    expect(unchanged.body.name).not.toBe('Never');
  });
});
