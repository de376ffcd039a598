import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('the first page', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  it('welcomes a browser and leads it to sign in', async () => {
    const page = await app.as('anonymous').get('/').set('Accept', 'text/html').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('href="/accounts/login/?next=/"');
    expect(page.text).toContain(app.origin);
  });

  it('knows who is signed in', async () => {
    const browser = new Browser(app);
    await browser.signIn('ann', PASSWORD);
    const page = await browser.get('/').expect(200);
    expect(page.text).toContain('signed in as <strong>ann</strong>');
  });

  it('is no answer for programs', async () => {
    await app.as('anonymous').get('/').expect(404, { detail: 'Not found.' });
    await app.as('anonymous').get('/').set('Accept', 'application/json').expect(404);
  });
});
