import type { Browser as Chromium, Page } from 'playwright-core';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { launchChromium } from '../../support/chromium';
import { textsDuring } from '../../support/statement-tap';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>&`;
const ARABIC = 'هل تعمل المضخة؟';
const WIDTHS = [360, 1280];

const choices = [
  { list_name: 'state', name: 'works', label: ['It works', 'Elle marche'] },
  { list_name: 'state', name: 'broken', label: [HOSTILE, 'Cassée'] },
  ...Array.from({ length: 200 }, (_, n) => ({
    list_name: 'many',
    name: `c${n}`,
    label: [`Choice ${n} ${'with a very long label '.repeat(9)}`, `Choix ${n}`],
  })),
];
const CONTENT = {
  translations: ['English (en)', 'French (fr)'],
  translated: ['label'],
  survey: [
    { type: 'start', name: 'start' },
    { type: 'select_one', select_from_list_name: 'state', name: 'pump', label: [ARABIC, 'Pompe ?'] },
    { type: 'select_multiple', select_from_list_name: 'many', name: 'chosen', label: [HOSTILE, 'Choix ?'] },
    { type: 'integer', name: 'depth', label: ['Depth', 'Profondeur'] },
    { type: 'integer', name: 'people', label: ['People', 'Personnes'] },
    { type: 'decimal', name: 'height', label: ['Height', 'Taille'] },
    { type: 'time', name: 'opens', label: ['Opens', 'Ouvre'] },
    { type: 'date', name: 'built', label: ['Built', 'Construit'] },
    { type: 'geopoint', name: 'place', label: ['Where?', 'Où ?'] },
    { type: 'text', name: 'story', label: ['Tell', 'Racontez'] },
    { type: 'begin_repeat', name: 'well', label: ['Well', 'Puits'] },
    { type: 'geopoint', name: 'spring', label: ['Spring', 'Source'] },
    { type: 'end_repeat' },
  ],
  choices,
};

const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the page of a report', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    // Jobs are off: their statements would be counted.
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const name of ['owner', 'viewer', 'reader', 'partial', 'stranger']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { name: `Wells ${HOSTILE}`, content: CONTENT }));
    await grant(app, uid, 'reader', ['view_asset']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ pump: 'broken' }] });
    for (let n = 0; n < 12; n += 1) {
      await submit(app, uid, {
        answers: `<pump>${n % 3 === 0 ? 'broken' : 'works'}</pump><chosen>c${n} c${n + 20} c${n + 40}</chosen><depth>${n * 7}</depth>
          <people>${n + 1}</people><height>${n + 0.25}</height><opens>0${n % 9}:00:56.061Z</opens>
          <built>2024-0${(n % 9) + 1}-11</built><place>${-3 - n / 10} ${36 + n / 20} 0 0</place><story>Story ${n}</story>
          <well><spring>-3.${n} 36 0 0</spring></well><well><spring>nowhere</spring></well>`,
      });
    }
  });
  afterAll(() => app.stop());

  const pathOf = (query = '', of = uid): string => `/api/v2/assets/${of}/reports/${query}`;
  const getPage = (by: string, query = '', of = uid) =>
    app.as(by).get(`/projects/${of}/reports/${query}`).set('Accept', BROWSER);
  const pageOf = async (by: string, query = ''): Promise<string> =>
    (await getPage(by, query).expect(200)).text;

  it.each([
    ['owner', 200],
    ['viewer', 200],
    ['partial', 200],
    ['reader', 403],
    ['stranger', 404],
    [ANONYMOUS, 302],
  ])('returns to %s %i, always as a page', async (caller, status) => {
    const { text, headers } = await getPage(caller).expect(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('<h1');
  });

  it('is returned for browsers and for Accept: text/html; programs get JSON', async () => {
    for (const query of ['?format=html&names=pump', '?names=pump']) {
      const { status, headers } = await fetch(app.origin + pathOf(query), {
        headers: { Accept: query === '?names=pump' ? BROWSER : '*/*' },
        redirect: 'manual',
      });
      expect([status, headers.get('location')]).toEqual([302, `/projects/${uid}/reports/?names=pump`]);
      expect(headers.get('vary')).toContain('Accept');
    }
    expect(await pageOf('owner')).toContain('role="img"');
    for (const query of ['', '?format=json']) {
      const { headers } = await app.as('owner').get(pathOf(query)).expect(200);
      expect(headers['content-type']).toBe('application/json');
    }
    const { text } = await app.as('owner').get(pathOf('?format=api')).set('Accept', BROWSER).expect(200);
    expect(text).toContain('<pre class="source json"');
  });

  it('is a tab of its project', async () => {
    const page = await pageOf('partial');
    expect(page).toContain(`href="/projects/${uid}/data/"`);
    expect(page).toMatch(/reports\/"\s+aria-current="page"/);
  });

  it('has a chart by question type and a table next to it', async () => {
    const page = await pageOf('owner');
    const charts = [...page.matchAll(/<svg\s+class="chart (\w+)"/g)].map(([, kind]) => kind);
    expect(charts).toEqual([
      ...['columns', 'bars', 'bars', 'columns', 'columns', 'columns', 'columns'],
      'map',
      'map',
    ]);
    expect(page.match(/<table>/g)).toHaveLength(13);
    const text = textOf(page);
    for (const label of ['It works 8 66.7 %', '12 of 12 submissions', 'Mean', '38.5', 'Choice 40 with']) {
      expect(text).toContain(label);
    }
  });

  it('counts each whole number, and knows the least and the greatest', async () => {
    const text = textOf(await pageOf('owner', '?names=people'));
    expect(text).toContain('Minimum 1 Maximum 12 Median 6.5 Mean 6.5 Mode –');
    expect(text).toContain('Number Answers 1 1 2 1 3 1 4 1');
    expect(text).not.toContain('1 to 2');
    expect(textOf(await pageOf('owner', '?names=depth'))).toContain('75 to 79 1');
    const decimals = textOf(await pageOf('owner', '?names=height'));
    expect(decimals).toContain('Minimum 0.25 Maximum 11.25');
    expect(decimals).toContain('0 to 1 1');
    expect(decimals).not.toContain('Mode');
  });

  it('compares groups by their shares, also in histograms', async () => {
    const text = textOf(await pageOf('owner', '?split_by=pump&names=chosen,people'));
    expect(text).toMatch(/Choice 0 \S.*? 1 8.3 % 1 \(25 %\) 0 \(0 %\)/);
    expect(text).toContain('Number Answers');
    expect(text).toContain('1 1 1 0 2 1 0 1');
    expect(text).toMatch(/It works 2 12 7 7 /);
  });

  it('lists free texts and times on request', async () => {
    const page = await pageOf('owner');
    const text = textOf(page);
    expect(text).not.toContain('Story 3');
    expect(text).toMatch(/Tell text 12 List the answers to Tell/);
    const [, link] = /href="(\?[^"]*names=story[^"]*)"/.exec(page)!;
    expect(textOf(await pageOf('owner', link!.replaceAll('&amp;', '&')))).toContain('Story 3 1');
    const times = textOf(await pageOf('owner', '?names=opens'));
    expect(times).toContain('00:00:56 2');
    expect(times).not.toContain('.061');
  });

  it('has names and descriptions of charts and headers of tables', async () => {
    const page = await pageOf('owner');
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const named = [...page.matchAll(/aria-labelledby="([^"]+)"/g)].flatMap(([, all]) => all!.split(' '));
    expect(named.length).toBeGreaterThan(14);
    for (const id of named) expect(ids).toContain(id);
    expect(page.match(/<caption>/g)!.length).toBe(page.match(/<table>/g)!.length);
    expect(page).not.toMatch(/<td[^>]*>\s*<td/);
  });

  it('escapes hostile labels', async () => {
    const page = await pageOf('owner', '?split_by=pump');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/ style="/);
  });

  it('counts what a partial permission makes visible', async () => {
    const text = textOf(await pageOf('partial'));
    expect(text).toContain('4 submissions');
    expect(text).toContain('only submissions that you may view');
    expect(textOf(await pageOf('partial', '?names=story'))).not.toContain('Story 1 ');
    expect(text.match(/-3\.\d{4}, 36/g)!.length).toBeLessThan(10);
  });

  it('is grouped, translated and limited to the requested questions', async () => {
    const page = await pageOf('owner', '?split_by=pump&names=chosen,depth&lang=French (fr)');
    const text = textOf(page);
    expect(text).toContain('grouped by Pompe ?');
    expect(text).toMatch(/Cassée .*Elle marche/);
    expect(page.match(/<section class="sheet question"/g)).toHaveLength(3);
    expect(page).toMatch(/<option value="French \(fr\)"\s+selected>/);
    expect(page).toContain('split_by=pump&amp;names=chosen%2Cdepth');
  });

  it('needs the same number of queries for one question as for all', async () => {
    const queriesOf = (query: string) => textsDuring(() => pageOf('owner', query));
    await waitForNotifications(app);
    await queriesOf('');
    const [all, one] = [await queriesOf(''), await queriesOf('?names=place')];
    expect(all.length).toBe(one.length);
    expect(all.length).toBeLessThanOrEqual(14);
  });

  it('explains what is missing', async () => {
    const { uid: draft } = await makeAsset(app);
    const { text: undeployed } = await getPage('owner', '', draft).expect(200);
    expect(undeployed).toContain('Deploy the form');
    expect(undeployed).toMatch(/reports\/"\s+aria-current="page"/);
    const wrong = await getPage('owner', '?version=vUnknown').expect(400);
    expect(wrong.headers['content-type']).toContain('text/html');
    expect(wrong.text).toContain('There is no deployed version vUnknown');
    const { uid: empty } = await makeDeployedAsset(app, { content: CONTENT });
    const { text } = await getPage('owner', '', empty).expect(200);
    expect(text).toContain('No submissions yet');
    expect(text).not.toContain('<svg');
  });

  describe('in a browser', () => {
    let chromium: Chromium;
    let page: Page;
    const problems: string[] = [];

    beforeAll(async () => {
      chromium = await launchChromium();
      page = await (await chromium.newContext()).newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => problems.push(message.text()));
      page.on('dialog', (dialog) => problems.push(dialog.message()));
      await page.goto(`${app.origin}/accounts/login/?next=${pathOf()}`);
      await page.getByLabel('Username').fill('owner');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    });
    afterAll(() => chromium.close());

    it.each(WIDTHS)('fits a screen %i wide and has accessible names', async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${app.origin}${pathOf('?split_by=pump')}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await expect(page.getByRole('heading', { level: 2 }).count()).resolves.toBe(9);
      expect(await page.getByRole('img', { name: /^Histogram: Depth/ }).count()).toBe(1);
      expect(await page.getByRole('table', { name: 'Statistics' }).count()).toBe(3);
      expect(problems).toEqual([]);
    });

    it('is filtered by its form', async () => {
      await page.goto(`${app.origin}${pathOf()}`);
      await page.getByLabel('Questions', { exact: true }).selectOption('depth');
      await page.locator('#lang').selectOption('French (fr)');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
        'Submissions over time',
        'Profondeur',
      ]);
    });
  });
});
