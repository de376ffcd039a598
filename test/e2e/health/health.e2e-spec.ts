import { VERSION } from '../../../src/config/version';
import { type Caller, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { dropDatabase } from '../../support/test-database';

describe('health checks without a database', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
    const url = new URL(app.databaseUrl);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    await dropDatabase(url.href, name);
  });
  afterAll(() => app.stop());

  it.each<[string, () => Caller]>([
    ['nobody', () => app.as('anonymous')],
    ['a token', () => app.as('ann')],
    ['a password', () => app.with(basic('ann'))],
    ['an invalid credential', () => app.with('nonsense')],
  ])('liveness returns 200, whatever the request: %s', async (_name, caller) => {
    await caller().get('/health/live').expect(200, { status: 'ok', version: VERSION });
  });

  it('liveness returns 200 to a signed-in browser', async () => {
    await app.as('anonymous').get('/health/live').set('Cookie', 'sessionid=x').expect(200);
  });

  it('readiness returns 503', async () => {
    const { body, headers } = await app.as('anonymous').get('/health/ready').expect(503);
    expect(body).toEqual({ detail: 'The database does not respond. Retry.' });
    expect(headers['retry-after']).toBeDefined();
  });
});
