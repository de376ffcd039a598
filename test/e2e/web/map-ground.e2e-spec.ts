import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { BrowserFiles } from '../../../src/web/page/browser-files';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { Browser } from '../../support/browser';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';
import { photo } from '../../fixtures/images';

const HOSTILE = `<img src=x onerror="document.title='hacked'">`;
const MAX_GROUND_BYTES = 120_000;

const CONTENT = {
  survey: [
    { type: 'geopoint', name: 'place', label: ['Where?'] },
    { type: 'geoshape', name: 'plot', label: ['Plot'] },
    { type: 'geotrace', name: 'way', label: ['Way'] },
    { type: 'select_one', select_from_list_name: 'water', name: 'water', label: [`Water ${HOSTILE}`] },
    { type: 'text', name: 'head', label: [`Head ${HOSTILE}`] },
    { type: 'image', name: 'photo', label: ['Photo'] },
  ],
  choices: [
    { list_name: 'water', name: 'tap', label: ['Tap'] },
    { list_name: 'water', name: 'well', label: [`Well ${HOSTILE}`] },
  ],
  translations: [null],
};

let app: TestApp;
let chromium: Chromium;
let page: Page;
let uid: string;
const problems: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
  const shapes = '<plot>1 34 0 0;1.1 34 0 0;1.1 34.1 0 0;1 34 0 0</plot><way>1 34 0 0;1.2 34.2 0 0</way>';
  const head = HOSTILE.replaceAll('<', '&lt;');
  await submit(app, uid, {
    answers: `<place>1 34 0 0</place>${shapes}<water>well</water><head>${head}</head><photo>house.png</photo>`,
    files: [{ name: 'house.png', content: await photo(40, 30, 'png'), type: 'image/png' }],
  });
  await submit(app, uid, { answers: '<place>1.5 34.5 0 0</place><water>tap</water>' });
  await submit(app, uid, { answers: '<place>1.5001 34.5001 0 0</place>' });
  chromium = await launchChromium();
  page = await (await chromium.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => problems.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
  await signInPage(page, app);
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

const isChunk = (name: string): boolean => name.startsWith('chunk-');

async function open(query = ''): Promise<void> {
  await page.goto(`${app.origin}/projects/${uid}/map/${query}`);
  await page.getByText(/^\d+ places$/).waitFor();
}

describe('the ground of the map', () => {
  it('has coasts, borders and names, from this service alone', async () => {
    requests.length = 0;
    await open();
    await page.locator('#map .land').first().waitFor({ state: 'attached' });
    await expect(page.locator('#map .lake').count()).resolves.toBeGreaterThan(50);
    expect(await page.locator('#map .country').allTextContents()).toContain('Uganda');
    expect(requests.filter((url) => !url.startsWith(app.origin) && !url.startsWith('data:'))).toEqual([]);
    expect(await page.locator('#map').evaluate((map) => map.getBoundingClientRect().top)).toBeLessThan(400);
  });

  it('is small, and loaded by the map only', async () => {
    const files = app.nest.get(BrowserFiles);
    const atOnce = new Set(files.urls('map').map((url) => basename(url)));
    const ground = requests.map((url) => basename(url)).filter((name) => isChunk(name) && !atOnce.has(name));
    expect(ground).toHaveLength(1);
    expect(statSync(`${join(files.folder, ground[0]!)}.gz`).size).toBeLessThan(MAX_GROUND_BYTES);
    expect(files.urls('table').some((url) => ground.includes(basename(url)))).toBe(false);
    expect(readFileSync(join(files.folder, 'licences.txt'), 'utf8')).toMatch(/^world-atlas \d/m);
  });

  it('leaves the place to the tiles of the operator', async () => {
    await page.route('**/map/', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(
        'id="map"',
        `id="map" data-tiles="${app.origin}/{z}/{x}/{y}"`,
      );
      await route.fulfill({
        response,
        body: text,
        headers: { ...response.headers(), 'content-encoding': '' },
      });
    });
    await page.route('**/*/*/*', (route) =>
      /\/\d+\/\d+\/\d+$/.test(route.request().url()) ? route.fulfill({ status: 204 }) : route.fallback(),
    );
    requests.length = 0;
    await open();
    expect(requests.some((url) => /\/\d+\/\d+\/\d+$/.test(url))).toBe(true);
    const atOnce = app.nest
      .get(BrowserFiles)
      .urls('map')
      .map((url) => basename(url));
    expect(requests.map((url) => basename(url)).filter(isChunk)).toEqual(atOnce.filter(isChunk));
    await page.unrouteAll();
    problems.length = 0;
  });
});

describe('the colours of the map', () => {
  it('show the answers to a question, with a legend; the address keeps the choice', async () => {
    await open();
    await page.getByLabel('Colour by').selectOption({ value: 'water' });
    await page.waitForURL('**colour=water**');
    const legend = page.getByRole('region', { name: 'Colours' });
    await legend.waitFor();
    expect(await legend.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Tap\s+1$/),
      expect.stringMatching(/^Well <img .*>\s+1$/),
      expect.stringMatching(/^No answer\s+1$/),
    ]);
    await page.reload();
    expect(await page.getByLabel('Colour by').inputValue()).toBe('water');
    await page
      .getByRole('button', { name: 'Submission 1' })
      .or(page.locator('.marked.mark-2'))
      .first()
      .waitFor();
    // Two places that are close share a circle, in the colours of both.
    expect(await page.locator('.parted .slice').count()).toBe(2);
    expect(await page.locator('.parted span').textContent()).toBe('2');
    expect(await page.title()).not.toBe('hacked');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it.each([
    ['plot', 'plot'],
    ['way', 'way'],
  ])('are those of the shapes of %s too', async (question) => {
    await open(`?question=${question}&colour=water`);
    expect(await page.locator('#map path.place.mark-2').count()).toBe(1);
  });

  it('can show the status and the sender', async () => {
    await open('?colour=_submitted_by');
    await expect(page.locator('#map-legend').innerText()).resolves.toMatch(/owner\s+3/);
  });
});

describe('a pin', () => {
  it('shows the chosen answers, as text, with a link to the submission', async () => {
    await open();
    await page.getByText('Pins show').click();
    for (const label of ['Head', 'Photo']) await page.getByRole('checkbox', { name: label }).check();
    await page.getByRole('checkbox', { name: 'Water' }).uncheck();
    await page.keyboard.press('Escape');
    await page.waitForURL('**show=head**');
    const pin = page.locator('.leaflet-marker-icon[title^="Submission"]').first();
    await pin.focus();
    await page.keyboard.press('Enter');
    const card = page.locator('.leaflet-popup-content');
    await card.locator('dl').waitFor();
    expect(await card.locator('dt').allTextContents()).toEqual([`Head ${HOSTILE}`, 'Photo']);
    expect(await card.locator('dd').first().textContent()).toBe(HOSTILE);
    expect(await card.locator('img').getAttribute('src')).toMatch(/^\/api\/v2\/.*small\/?$/);
    expect(await card.textContent()).toContain('owner');
    await card.getByRole('link').click();
    await page.waitForURL(/\/data\/\d+\//);
  });
});

it.each([390, 1280])('the map fits a screen %i wide', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await open('?colour=water');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
});

it('leads those without scripts to the table and the report, whose map has the ground', async () => {
  const browser = new Browser(app);
  await browser.signIn('owner', PASSWORD);
  const { text } = await browser.get(`/projects/${uid}/map/`).expect(200);
  expect(text).toMatch(/<noscript>[^]*\/data\/[^]*\/reports\/[^]*<\/noscript>/);
  const report = await browser.get(`/projects/${uid}/reports/?names=place`).expect(200);
  expect(report.text).toMatch(/class="land" d="M[^"]{20,}z"/);
  expect(report.text).toMatch(/class="country"[^>]*>Uganda</);
});
