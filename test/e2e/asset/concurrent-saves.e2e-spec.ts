import { AssetRepository } from '../../../src/modules/asset/asset.repository';
import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const SAVES = 12;
const MAX_ATTEMPTS = 20;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

const path = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

const withQuestion = (name: string) => ({ content: { survey: [{ type: 'text', name, label: [name] }] } });

const firstQuestionOf = ({ content }: { content: { survey: { name: string }[] } }): string | undefined =>
  content.survey[0]?.name;

/** Simulates `times` saves by another process, each while this process prepares a change. */
function simulateConcurrentSaves(times: number): void {
  const assets = app.nest.get(AssetRepository);
  const lock = assets.lock.bind(assets);
  let remaining = times;
  jest.spyOn(assets, 'lock').mockImplementation(async (transaction, id) => {
    const stored = await lock(transaction, id);
    remaining -= 1;
    return stored === null || remaining < 0
      ? stored
      : Object.assign(stored, { dateModified: new Date(remaining) });
  });
}

describe('concurrent saves of one asset', () => {
  it('are all stored, each as a version', async () => {
    const { uid } = await makeAsset(app);
    const names = Array.from({ length: SAVES }, (_, number) => `q${number}`);
    const responses = await Promise.all(
      names.map((name) => app.as('owner').patch(path(uid)).send(withQuestion(name))),
    );
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { body } = await app
      .as('owner')
      .get(path(uid, `versions/?limit=${SAVES}`))
      .expect(200);
    const versions = await Promise.all(
      (body.results as { uid: string }[]).map(({ uid: version }) =>
        app
          .as('owner')
          .get(path(uid, `versions/${version}/`))
          .expect(200),
      ),
    );
    expect(new Set(versions.map((version) => firstQuestionOf(version.body)))).toEqual(new Set(names));
    const newest = await app.as('owner').get(path(uid)).expect(200);
    expect(firstQuestionOf(newest.body)).toBe(firstQuestionOf(versions[0]!.body));
  });

  it('fail individually', async () => {
    const { uid } = await makeAsset(app);
    const change = (body: object) => app.as('owner').patch(path(uid)).send(body);
    const responses = await Promise.all([
      change(withQuestion('first')),
      change({ content: 'no form at all' }),
      change({ asset_type: 'collection' }),
      change(withQuestion('last')),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
  });

  it('are prepared again after a conflict with another process', async () => {
    const { uid } = await makeAsset(app);
    simulateConcurrentSaves(MAX_ATTEMPTS - 1);
    const { body } = await app.inProcess.as('owner').patch(path(uid)).send(withQuestion('kept')).expect(200);
    expect(firstQuestionOf(body)).toBe('kept');
  });

  it('return 409 after repeated conflicts', async () => {
    const { uid } = await makeAsset(app);
    simulateConcurrentSaves(MAX_ATTEMPTS);
    const { body } = await app.inProcess.as('owner').patch(path(uid)).send({ name: 'Never' }).expect(409);
    expect(body).toEqual({ detail: 'Other requests keep saving this asset. Retry when they have finished.' });
    jest.restoreAllMocks();
    const unchanged = await app.as('owner').get(path(uid)).expect(200);
    expect(unchanged.body.name).not.toBe('Never');
  });
});
