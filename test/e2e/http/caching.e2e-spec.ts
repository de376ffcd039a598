import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('caching of responses', () => {
  let app: TestApp;
  let uid: string;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid);
    await grant(app, uid, ANONYMOUS, ['view_submissions']);
    browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
  });
  afterAll(() => app.stop());

  const paths = (): string[] => [
    '/me/',
    '/api/v2/assets/',
    ...['', 'data/', 'data.csv', 'data.xlsx', 'data.ndjson', 'data/changes/', 'reports/', 'odata/'].map(
      (below) => `/api/v2/assets/${uid}/${below}`,
    ),
  ];

  it('is forbidden for sessions', async () => {
    for (const path of [...paths(), '/api/v2/tokens/', '/nothing-here', `/projects/${uid}/`, '/account/']) {
      const { headers } = await browser.get(path, 'application/json');
      expect([path, headers['cache-control']]).toEqual([path, expect.stringContaining('no-store')]);
      expect([path, headers['vary']]).toEqual([path, expect.stringContaining('Cookie')]);
    }
    const page = await browser.get(`/api/v2/assets/${uid}/`);
    expect(page.headers['cache-control']).toContain('no-store');
    expect(page.headers['vary']).toMatch(/Accept.*Cookie|Cookie.*Accept/);
  });

  it('keeps those without credentials apart from those with a cookie', async () => {
    const { headers, body } = await app.as(ANONYMOUS).get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect((body as { count: number }).count).toBe(1);
    expect(headers['vary']).toContain('Cookie');
    expect(headers['cache-control']).toBeUndefined();
  });

  it('stays with programs, which revalidate by ETag', async () => {
    const path = `/api/v2/assets/${uid}/`;
    const { headers } = await app.as('owner').get(path).expect(200);
    expect(headers['cache-control']).toBeUndefined();
    expect(headers['vary'] ?? '').not.toContain('Cookie');
    await app.as('owner').get(path).set('If-None-Match', headers['etag']!).expect(304);
  });
});
