import request from 'supertest';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('writes of a session', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    browser = new Browser(app);
    await browser.signIn('ann', PASSWORD);
  });

  it('require a CSRF token (403)', async () => {
    const make = () =>
      browser.prepare(request(app.origin).post('/api/v2/assets/')).send({ asset_type: 'survey', name: 'A' });
    await make().expect(403, { detail: 'CSRF Failed: CSRF token missing.' });
    await make().set('X-CSRFToken', 'x.y').expect(403, { detail: 'CSRF Failed: CSRF token incorrect.' });
    await make().set('X-CSRFToken', browser.cookies.get('csrftoken')!).expect(201);
    await make()
      .set('X-CSRFToken', await browser.csrfToken())
      .expect(201);
  });

  it.each([
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
    [{ Origin: 'null' }, 201],
  ])('answers a write with a valid token and %j with %i', async (headers, status) => {
    await browser
      .prepare(request(app.origin).post('/api/v2/assets/'))
      .set('X-CSRFToken', browser.cookies.get('csrftoken')!)
      .set(headers)
      .send({ asset_type: 'survey', name: 'A' })
      .expect(status);
  });

  it('accepts a write with the own origin', async () => {
    await browser
      .prepare(request(app.origin).post('/api/v2/assets/'))
      .set('X-CSRFToken', browser.cookies.get('csrftoken')!)
      .set('Origin', app.origin)
      .send({ asset_type: 'survey', name: 'A' })
      .expect(201);
  });

  it('signs in from the earlier of two sign-in pages that loaded at once', async () => {
    const two = new Browser(app);
    const early = await two.csrfToken();
    two.cookies.delete('csrftoken');
    await two.csrfToken();
    const fields = { username: 'ann', password: PASSWORD, csrfmiddlewaretoken: early };
    const signIn = (site: string) => two.post('/accounts/login/', fields).set('Sec-Fetch-Site', site);
    await signIn('none').expect(403);
    await signIn('cross-site').expect(403);
    await signIn('same-origin').expect(303);
  });

  it('rejects the CSRF token of another session', async () => {
    const other = new Browser(app);
    await other.signIn('ann', PASSWORD);
    const token = await other.csrfToken();
    browser.cookies.set('csrftoken', token);
    await browser
      .prepare(request(app.origin).post('/api/v2/assets/'))
      .set('X-CSRFToken', token)
      .send({ asset_type: 'survey', name: 'A' })
      .expect(403, { detail: 'CSRF Failed: CSRF token incorrect.' });
  });
});
