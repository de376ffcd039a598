import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

/** More requests than connections: any use of a second connection would deadlock. */
const CONCURRENCY = 6;

describe('a write uses one connection', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { DATABASE_POOL: '2' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
  });
  afterAll(() => app.stop());

  const sendConcurrently = async (
    send: (number: number) => PromiseLike<{ status: number }>,
  ): Promise<number[]> => {
    const results = await Promise.all(Array.from({ length: CONCURRENCY }, (_, number) => send(number)));
    return [...new Set(results.map(({ status }) => status))];
  };

  it('to copy an asset', async () => {
    const responses = sendConcurrently(() =>
      app.as('owner').post('/api/v2/assets/').send({ clone_from: uid }),
    );
    expect(await responses).toEqual([201]);
  });

  it.each([
    ['report styles', { report_styles: { default: { groupDataBy: '' } } }],
    ['a name', { name: 'Wells' }],
    ['another type', { asset_type: 'survey' }],
  ])('to change an asset: %s', async (_name, change) => {
    const responses = sendConcurrently(() => app.as('owner').patch(`/api/v2/assets/${uid}/`).send(change));
    expect(await responses).toEqual([200]);
  });

  it('to change the content of an asset', async () => {
    const responses = sendConcurrently((number) =>
      app
        .as('owner')
        .patch(`/api/v2/assets/${uid}/`)
        .send({ content: { survey: [{ type: 'text', name: `q${number}`, label: ['Q'] }] } }),
    );
    expect(await responses).toEqual([200]);
  });

  it('to redeploy a form', async () => {
    const responses = sendConcurrently(() =>
      app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: true }),
    );
    expect(await responses).toEqual([200]);
  });
});
