import { VERSION } from '../../../src/config/version';
import { type Caller, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { dropDatabase } from '../../support/test-database';

describe('the health of a process whose database is gone', () => {
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
    ['what is no credential', () => app.with('nonsense')],
  ])('is alive, whatever it is asked with: %s (200)', async (_name, caller) => {
    await caller().get('/health/live').expect(200, { status: 'ok', version: VERSION });
  });

  it('is alive to a browser that was signed in (200)', async () => {
    await app.as('anonymous').get('/health/live').set('Cookie', 'sessionid=x').expect(200);
  });

  it('is not ready (503)', async () => {
    const { body, headers } = await app.as('anonymous').get('/health/ready').expect(503);
    expect(body).toEqual({ detail: 'The database does not answer.' });
    expect(headers['retry-after']).toBeDefined();
  });
});
