import { makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

describe('what a caller accepts', () => {
  let app: TestApp;
  let asset: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    asset = `/api/v2/assets/${(await makeAsset(app)).uid}`;
  });
  afterAll(() => app.stop());

  const ask = async (path: string, accept: string) => {
    const { status, body } = await app.as('owner').get(path).set('Accept', accept);
    return { status, body: body as unknown };
  };

  it.each([
    ['/api/v2/assets/', 'text/csv'],
    ['/api/v2/assets/', 'text/xml'],
    ['/api/v2/permissions/view_asset/', 'image/png'],
    ['/api/v2/permissions/view_asset/', 'nonsense'],
    ['/api/v2/assets/aaaaaaaaaaaaaaaaaaaaaa/', 'image/png'],
    ['/me/', 'application/json;q=0'],
    ['/token/', 'text/plain'],
  ])('is refused when there is nothing of the kind: %s as %s (406)', async (path, accept) => {
    expect(await ask(path, accept)).toEqual({
      status: 406,
      body: { detail: 'Could not satisfy the request Accept header.' },
    });
  });

  it.each([
    '*/*',
    '',
    'application/*',
    'application/json',
    'application/json, text/xml, application/xml, */*',
    'text/csv, application/json;q=0.1',
  ])('is met by JSON: %j', async (accept) => {
    expect(await ask('/api/v2/assets/', accept)).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('gives way to the format that the URL names', async () => {
    for (const end of ['.xls', '.xml', '.json', '/?format=json']) {
      expect(await ask(`${asset}${end}`, 'text/plain')).toMatchObject({ status: 200 });
    }
  });

  it('is told before anybody is asked to sign in', async () => {
    await app.as(ANONYMOUS).get('/me/').set('Accept', 'image/png').expect(406);
  });

  it('is for the other protocols to say', async () => {
    await app.as(ANONYMOUS).get('/health/live').set('Accept', 'image/png').expect(200);
    await app.as('owner').get('/formList').set('Accept', 'image/png').expect(200);
  });
});
