import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

/** More than there are connections: whoever needs a second one while it holds the first would wait for the others. */
const AT_ONCE = 6;

describe('what writes needs one connection', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { DATABASE_POOL: '2' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
  });
  afterAll(() => app.stop());

  const manyTimes = async (ask: (number: number) => PromiseLike<{ status: number }>): Promise<number[]> => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => ask(number)));
    return [...new Set(answers.map(({ status }) => status))];
  };

  it('to copy an asset', async () => {
    const asked = manyTimes(() => app.as('owner').post('/api/v2/assets/').send({ clone_from: uid }));
    expect(await asked).toEqual([201]);
  });

  it.each([
    ['report styles', { report_styles: { default: { groupDataBy: '' } } }],
    ['a name', { name: 'Wells' }],
    ['another type', { asset_type: 'survey' }],
  ])('to change an asset: %s', async (_name, change) => {
    const asked = manyTimes(() => app.as('owner').patch(`/api/v2/assets/${uid}/`).send(change));
    expect(await asked).toEqual([200]);
  });

  it('to change the content of an asset', async () => {
    const asked = manyTimes((number) =>
      app
        .as('owner')
        .patch(`/api/v2/assets/${uid}/`)
        .send({ content: { survey: [{ type: 'text', name: `q${number}`, label: ['Q'] }] } }),
    );
    expect(await asked).toEqual([200]);
  });

  it('to deploy a form again', async () => {
    const asked = manyTimes(() =>
      app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: true }),
    );
    expect(await asked).toEqual([200]);
  });
});
