import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('the first page', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
    await app.addUser('guide', { superuser: true });
  });
  afterAll(() => app.stop());

  it('welcomes a browser and links to the sign-in page', async () => {
    const page = await app.as('anonymous').get('/').set('Accept', 'text/html').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('href="/accounts/login/"');
    expect(page.text).toContain(app.origin);
  });

  it('is compressed, with its style, for browsers that take it', async () => {
    for (const path of ['/', '/accounts/page.css', '/accounts/page.js']) {
      const sent = async (encoding: string) =>
        fetch(app.origin + path, { headers: { Accept: 'text/html', 'Accept-Encoding': encoding } });
      const [compressed, plain] = [await sent('gzip'), await sent('identity')];
      expect([compressed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual([
        'gzip',
        null,
      ]);
      expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
      const [one, other] = [await compressed.text(), await plain.text()];
      // Tokens and padding differ.
      expect(one.slice(0, 200)).toBe(other.slice(0, 200));
    }
  });

  it('leads a signed-in user to the projects', async () => {
    const browser = new Browser(app);
    expect((await browser.signIn('ann', PASSWORD)).headers['location']).toBe('/');
    const redirect = await browser.get('/').expect(302);
    expect(redirect.headers['location']).toBe('/projects/');
  });

  it.each(['/nope', '/some/page', '/project/a1', '/projects/a1/nope', '/api/v2/nope/'])(
    'shows a page with navigation at the unknown address %s, and JSON to programs',
    async (path) => {
      const browser = new Browser(app);
      await browser.signIn('ann', PASSWORD);
      const { status, headers, text } = await browser.get(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('href="/projects/"');
      expect(text).toContain('Sign out ann');
      const program = await app.as('ann').get(path);
      expect(program.headers['content-type']).toBe('application/json');
      const visitor = await new Browser(app).get(path);
      if (path.startsWith('/projects/')) expect(visitor.headers['location']).toContain('/accounts/login/');
      else expect(visitor.text).toContain('<h1>');
    },
  );

  it.each(['/api/v2/', '/api/v2'])('links programs from %s to every resource', async (path) => {
    const { body } = await app.as('anonymous').get(path).expect(200);
    expect(body).toMatchObject({
      assets: `${app.origin}/api/v2/assets/`,
      permissions: `${app.origin}/api/v2/permissions/`,
      users: `${app.origin}/api/v2/users/`,
    });
    for (const link of Object.values(body as Record<string, string>)) {
      await app.as('guide').get(new URL(link).pathname).expect(200);
    }
  });

  it.each(['/', '/?format=json'])('links programs from %s to the root', async (path) => {
    const response = await app.as('anonymous').get(path).expect(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.body).toEqual({
      name: 'fieldhouse',
      api: `${app.origin}/api/v2/`,
      forms: `${app.origin}/formList`,
      documentation: `${app.origin}/api/docs/`,
      description: `${app.origin}/api/openapi.json`,
    });
    await app
      .as('ann')
      .get(new URL(response.body.documentation as string).pathname)
      .expect(200);
    await app
      .as('ann')
      .get(new URL(response.body.description as string).pathname)
      .expect(200);
    await app.as('anonymous').head(path).expect(200);
    await app.as('anonymous').post(path).send({}).expect(405);
  });
});
