import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startApp, type TestApp } from '../../support/app';

const SCRIPT = `console.log(${JSON.stringify('a'.repeat(4000))});\n`;
const HASHED = 'app-91e1a31dd14147701abe.js';

/** Writes an application into a new folder. @param files texts by path */
function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-web-app-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const STATS = JSON.stringify({
  status: 'done',
  publicPath: '/static/compiled/',
  chunks: { app: ['vendors-d570bb6d3fb575fa0fb9.js', HASHED, 'app.css'], errorApp: ['error.js'] },
});

describe('a web application in WEB_APP_DIR', () => {
  const folders: string[] = [];
  const apps: TestApp[] = [];

  async function startWith(files: Readonly<Record<string, string>>): Promise<TestApp> {
    const folder = makeFolder(files);
    folders.push(folder);
    const app = await startApp({ environment: { WEB_APP_DIR: folder } });
    apps.push(app);
    return app;
  }

  const visit = (app: TestApp, path: string) => app.as('anonymous').get(path).set('Accept', 'text/html');

  afterAll(async () => {
    for (const app of apps) await app.stop();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  describe('with index.html', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startWith({
        'index.html': '<!doctype html><title>Mine</title>',
        'assets/index-B7x9K2qa.js': SCRIPT,
        'favicon.ico': 'icon',
        'api/v2/assets': 'a file with the path of a route',
        'accounts/login': 'another',
        '.env': 'SECRET=1',
        'assets/.git/config': 'secret',
      });
    });

    it('serves its page at / to browsers, under a policy for scripts of this origin only', async () => {
      const page = await visit(app, '/').expect(200);
      expect(page.text).toBe('<!doctype html><title>Mine</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-security-policy']).toMatch(/script-src 'self';.*object-src 'none'/);
    });

    it('leaves / to programs', async () => {
      const { body } = await app.as('anonymous').get('/').expect(200);
      expect(body).toHaveProperty('api', `${app.origin}/api/v2/`);
    });

    it('lets browsers cache hashed files forever and others for ten minutes', async () => {
      const script = await visit(app, '/assets/index-B7x9K2qa.js').expect(200);
      expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
      const icon = await visit(app, '/favicon.ico').expect(200);
      expect(icon.headers['cache-control']).toBe('public, max-age=600');
    });

    it('compresses large files', async () => {
      const script = await visit(app, '/assets/index-B7x9K2qa.js').set('Accept-Encoding', 'gzip').expect(200);
      expect(script.headers['content-encoding']).toBe('gzip');
      expect(script.text).toBe(SCRIPT);
    });

    it('lets routes of the service win over its files', async () => {
      const { body } = await app.as('anonymous').get('/api/v2/assets/').expect(200);
      expect(body).toHaveProperty('results');
      await visit(app, '/accounts/login/')
        .expect(200)
        .expect(/Sign in/);
    });

    it.each([
      '/.env',
      '/assets/.git/config',
      '/assets/..%2f..%2f..%2fetc/passwd',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/assets/%',
      '/assets/a%00b',
      '/assets',
      '/assets/missing.js',
    ])('serves nothing at %s', async (path) => {
      const response = await visit(app, path);
      expect([400, 403, 404, 410]).toContain(response.status);
    });

    it('answers other methods as without an application', async () => {
      await app.as('anonymous').post('/assets/index-B7x9K2qa.js').expect(410);
    });
  });

  describe('with webpack-stats.json', () => {
    it.each([
      ['a checkout of the application', `jsapp/compiled/${HASHED}`, 'static/js/global_t.js'],
      ['a folder with its public paths', `static/compiled/${HASHED}`, 'static/js/global_t.js'],
      ['a folder with the files of the public path', `compiled/${HASHED}`, 'js/global_t.js'],
    ])('makes the page from the list of files: %s', async (_name, script, translate) => {
      const app = await startWith({ 'webpack-stats.json': STATS, [script]: SCRIPT, [translate]: '/* t */' });
      const page = await visit(app, '/').expect(200);
      const loaded = [...page.text.matchAll(/(?:src|stylesheet" href)="([^"]+)"/g)].map(([, url]) => url);
      expect(loaded).toEqual([
        '/static/js/global_t.js',
        '/accounts/translate.js',
        '/static/compiled/app.css',
        '/static/compiled/vendors-d570bb6d3fb575fa0fb9.js',
        `/static/compiled/${HASHED}`,
      ]);
      await visit(app, `/static/compiled/${HASHED}`).expect(200, SCRIPT);
      await visit(app, '/static/js/global_t.js').expect(200, '/* t */');
      await visit(app, '/accounts/translate.js').expect(200);
    });
  });

  it.each([
    ['an empty folder', {}, /neither index\.html nor webpack-stats\.json/],
    ['stats that are not JSON', { 'webpack-stats.json': '{' }, /not JSON/],
    ['stats without an entry', { 'webpack-stats.json': '{"publicPath":"/static/"}' }, /entry "app"/],
  ])('refuses to start with %s', async (_name, files, message) => {
    await expect(startWith(files as Record<string, string>)).rejects.toThrow(message);
  });
});
