import type { Browser as Chromium, Page } from 'playwright-core';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { cpuTimeOf } from '../../measure/cpu-time';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';

const LIST = '/api/v2/assets/';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const WIDTHS = [390, 1280];

let app: TestApp;
let uid: string;
let version: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'viewer', 'stranger']) await app.addUser(name);
  const asset = await makeDeployedAsset(app, { name: 'Wells & <b>pumps</b> "quoted"' });
  uid = asset.uid;
  version = asset['version_id'] as string;
  await grant(app, uid, 'viewer', ['view_submissions']);
  for (let sent = 0; sent < 3; sent += 1) await submit(app, uid);
});
afterAll(() => app.stop());

const getPage = (by: string, path: string) => app.as(by).get(path).set('Accept', BROWSER);

describe('the page of a resource', () => {
  it.each([
    ['/api/v2/', 'GET, HEAD, OPTIONS'],
    [LIST, 'GET, HEAD, OPTIONS, POST'],
    ['/api/v2/permissions/view_asset/', 'GET, HEAD, OPTIONS'],
    ['/me/', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/api/v2/asset_subscriptions/', 'GET, HEAD, OPTIONS, POST'],
  ])('shows request, response and possible requests: %s', async (path, allow) => {
    const { text, headers } = await getPage('owner', path).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['vary']).toBe('Accept-Encoding, Accept');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain(`<span class="soft">GET</span> ${path}</h1>`);
    expect(text).toContain('HTTP 200 OK');
    expect(text.replace(/>\s+</g, '><')).toContain(`<dt>Allow</dt><dd>${allow}</dd>`);
    expect(text).toMatch(/<dt>Content-Type<\/dt>\s*<dd>application\/json</);
    expect(text).not.toMatch(/(src|href|action)="https?:(?!\/\/127\.0\.0\.1)/);
  });

  it.each(['owner', 'viewer'])('shows %s the whole JSON, escaped', async (by) => {
    for (const below of ['', 'data/', 'counts/', 'versions/', `versions/${version}/`, 'deployment/']) {
      const path = `${LIST}${uid}/${below}`;
      const { text } = await getPage(by, path).expect(200);
      const [, shown = ''] = /<pre class="source json"[^>]*>(.*?)<\/pre>/s.exec(text) ?? [];
      const json = shown
        .replace(/<\/?[biu]>|<a href="[^"<>]*">|<\/a>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      expect(JSON.parse(json)).toEqual((await app.as(by).get(path).expect(200)).body);
    }
  });

  it.each(['?format=api', '?format=html', '.api', '.html'])(
    'is available with %s to every caller',
    async (how) => {
      const path = how.startsWith('.')
        ? `/api/v2/permissions/view_asset${how}`
        : `/api/v2/permissions/${how}`;
      const { text, headers } = await app.as(ANONYMOUS).get(path).expect(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('view_asset');
      expect(text).toMatch(/href="\/api\/v2\/permissions(\/view_asset)?\/\?format=json"/);
    },
  );

  it('links anonymous visitors to the sign-in page and back', async () => {
    const { text } = await getPage(ANONYMOUS, `${LIST}?limit=5`).expect(200);
    expect(text).toContain(`/accounts/login/?next=${encodeURIComponent(`${LIST}?limit=5`)}`);
    expect((await getPage('owner', LIST)).text).not.toContain('/accounts/login/');
  });

  it('links to its neighbours in a list and to the raw JSON', async () => {
    const { text } = await getPage('owner', '/api/v2/permissions/?limit=2&start=2').expect(200);
    expect(text).toContain('href="http://127.0.0.1');
    expect(text).toMatch(/href="[^"]*\?limit=2"[^>]*>\s*Previous page/);
    expect(text).toMatch(/href="[^"]*start=4"[^>]*>\s*Next page/);
    expect(text).toContain('href="/api/v2/permissions/?limit=2&amp;start=2&amp;format=json"');
  });

  it('is never sent to programs or for anything but a resource', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', undefined]) {
      const request = app.as('owner').get(LIST);
      const { headers } = await (accept === undefined ? request : request.set('Accept', accept)).expect(200);
      expect(headers['content-type']).toBe('application/json');
    }
    const asJson = await getPage('owner', `${LIST}?format=json`).expect(200);
    expect(asJson.headers['content-type']).toBe('application/json');
    for (const [by, path, status] of [
      ['stranger', `${LIST}${uid}/`, 404],
      [ANONYMOUS, '/me/', 401],
      ['owner', `${LIST}?q=ab`, 400],
    ] as const) {
      const { headers } = await getPage(by, path).expect(status);
      expect(headers['content-type']).toBe('application/json');
    }
    const file = await getPage('owner', `${LIST}${uid}.xls`).expect(200);
    expect(file.headers['content-type']).toContain('spreadsheet');
  });

  it('answers HEAD without a body', async () => {
    const { text, headers } = await app
      .as('owner')
      .head(`${LIST}${uid}/data/`)
      .set('Accept', BROWSER)
      .expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text ?? '').toBe('');
  });

  it('is truncated beyond a maximum size', async () => {
    const { text } = await getPage('owner', `${LIST}${uid}/data/`).expect(200);
    expect(text).not.toContain('too long to show');
    await app.rows(`UPDATE submission SET json = replace(json, 'submitted_via_web', $1)`, [
      'x'.repeat(1_200_000),
    ]);
    const large = await getPage('owner', `${LIST}${uid}/data/`).expect(200);
    expect(large.text).toContain('too long to show in full');
    expect(large.text.length).toBeLessThan(1_200_000);
  });

  it('of a list of 100 costs at most a few times its JSON', async () => {
    for (let made = 0; made < 100; made += 1) await makeAsset(app, { name: `Asset ${made}` });
    const cost = (accept: string) =>
      cpuTimeOf(async () => {
        for (let attempt = 0; attempt < 15; attempt += 1) {
          // A change invalidates the cached JSON, which would cost next to nothing.
          await app.rows('INSERT INTO asset_change DEFAULT VALUES');
          const headers = { accept, authorization: `Token ${app.tokenOf('owner')}` };
          const response = await fetch(`${app.inProcess.origin}${LIST}?limit=100`, { headers });
          expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
        }
      });
    const costs = { json: [] as number[], page: [] as number[] };
    // Interleaved; the first ones include JIT compilation.
    for (let round = 0; round < 4; round += 1) {
      costs.json.push(await cost('*/*'));
      costs.page.push(await cost(BROWSER));
    }
    // Less than twice in `npm start`; under Jest, V8 collects texts of this size more than once.
    expect(Math.min(...costs.page)).toBeLessThan(4 * Math.min(...costs.json));
  });
});

describe('a user with a browser', () => {
  let chromium: Chromium;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    chromium = await launchChromium();
    page = await (await chromium.newContext()).newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) problems.push(message.text());
    });
    await page.goto(`${app.origin}/accounts/login/?next=/api/v2/`);
    await page.getByLabel('Username').fill('owner');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  });
  afterAll(async () => {
    await chromium.close();
    expect(problems).toEqual([]);
  });

  const title = () => page.getByRole('heading', { level: 1 }).textContent();
  const follow = (ending: string) => page.locator(`pre a[href$="${ending}"]`).first().click();

  it.each(WIDTHS)('follows links from the root down to one version, on a screen %i wide', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${app.origin}/api/v2/`);
    await follow('/api/v2/assets/');
    expect(await title()).toBe(`GET ${LIST}`);
    await page.goto(`${app.origin}${LIST}?ordering=date_created&limit=1`);
    await follow(`/api/v2/assets/${uid}/`);
    expect(await title()).toBe(`GET ${LIST}${uid}/`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await follow(`/versions/${version}/`);
    expect(await title()).toBe(`GET ${LIST}${uid}/versions/${version}/`);
    await page.getByRole('link', { name: 'versions', exact: true }).click();
    expect(await title()).toBe(`GET ${LIST}${uid}/versions/`);
  });

  it('sends a request from the page and sees the response', async () => {
    await page.goto(`${app.origin}${LIST}`);
    await page.getByLabel('Request body (JSON)').fill('{"name": "Made here", "asset_type": "block"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('HTTP 201 Created').waitFor();
    const made = await page.locator('pre a[href*="/api/v2/assets/"]').first().getAttribute('href');
    await page.goto(made!);
    await page.getByLabel('Method').selectOption('PATCH');
    await page.getByLabel('Request body (JSON)').fill('{"name": "Changed here"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('pre').getByText('"Changed here"').waitFor();
    await page.getByLabel('Method').selectOption('PATCH');
    await page.getByLabel('Request body (JSON)').fill('{"name": null}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('HTTP 400 Bad Request').waitFor();
    expect(await page.locator('output').textContent()).toContain('This field may not be null.');
  });
});
