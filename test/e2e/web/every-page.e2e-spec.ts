import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { RouteTable } from '../../../src/authorization/route-table';
import { Environment } from '../../../src/config/environment';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';
import { PageWeight } from '../../support/page-weight';
import { makeSamplePages, type SamplePage, type SamplePages, type Viewer } from './sample-pages';

const MAX_BYTES = 150_000;
/** Files of attachments are data, not part of the page. */
const PICTURES = /\/attachments\//;
/** Files, a redirect to a page that is opened, a step that `signIn` checks, and a page of move.e2e-spec.ts, which has another server. */
const NOT_OPENED = [
  '/accounts/login/mfa',
  '/accounts/page.css',
  '/accounts/page.js',
  '/browser/:file',
  '/projects/:uid/form/preview',
  '/projects/move/:move',
  '/web-forms/offline-worker.js',
];
/** Last part of the paths of changes that can't be undone. */
const DESTRUCTIVE = /\/(deactivate|delete|end|leave|remove|renew|revoke|mfa\/reset)$/;
/** Asks on the next page. */
const ASKS_LATER = '/projects/:uid/data/delete';
const ELSEWHERE = '/projects/move/:move/delete';

let app: TestApp;
let chromium: Browser;
let samples: SamplePages;

beforeAll(async () => {
  app = await startApp();
  samples = await makeSamplePages(app);
  // The sign-in page links to the page for a forgotten password.
  app.nest.get(Environment).SMTP_URL = 'smtp://127.0.0.1:9';
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

const routesOf = (method: string): string[] =>
  app.nest
    .get(RouteTable)
    .routes()
    .filter((route) => route.isPage && route.method === method)
    .map(({ path }) => path);

it('opens a page of each route', () => {
  const opened = new Set([...NOT_OPENED, ...samples.pages.map(({ route }) => route)]);
  expect(routesOf('GET').filter((route) => !opened.has(route))).toEqual([]);
});

/** @param inspect called on the page that asks for the second factor */
async function signIn(
  page: Page,
  viewer: Viewer,
  code: string,
  inspect: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (viewer === 'anonymous') return;
  await signInPage(page, app, { username: viewer });
  if (viewer === 'owner') {
    await page.waitForURL(`${app.origin}/projects/`);
    return;
  }
  await page.waitForURL(/\/accounts\/login\/mfa\//);
  await inspect();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('main').getByRole('button').first().click();
  await page.waitForURL(`${app.origin}/projects/`);
}

/** Opens the page. @returns what is wrong with it */
async function problemsOf(page: Page, weight: PageWeight, { path, isLarge }: SamplePage): Promise<string[]> {
  weight.take();
  const response = await page.goto(app.origin + path, { waitUntil: isLarge ? 'networkidle' : 'load' });
  const bytes = weight.take();
  const wrong: string[] = [];
  if (response!.status() !== 200) wrong.push(`status ${response!.status()}`);
  const shown = new URL(page.url()).pathname;
  if (shown !== new URL(app.origin + path).pathname) wrong.push(`shows ${shown}`);
  if (bytes === 0 || (!isLarge && bytes > MAX_BYTES)) wrong.push(`${bytes} bytes`);
  return [...wrong, ...(await faultsOf(page))];
}

async function faultsOf(page: Page): Promise<string[]> {
  // A click leads to a page whose heading is there before its style.
  await page.waitForLoadState('load');
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const broken = await page.evaluate<string[]>(BROKEN_LINES);
  return [
    ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
    ...broken.map((text) => `broken into lines: ${text}`),
    ...(await seriousFindings(page)),
  ];
}

/** Texts on more than one line: of buttons in tables, and the sections of the header, beside the brand on phones. */
const BROKEN_LINES = `(() => {
  const isBroken = (elements) => new Set(elements.flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 8));
  })).size > 1;
  const sections = [...document.querySelectorAll('header nav > a:not(.brand)')];
  const buttons = innerWidth < 960 ? [] : [...document.querySelectorAll('.records .buttons button:not(.confirm *)')];
  return [sections, ...buttons.map((button) => [button])].filter(isBroken).map(([first]) => first.textContent);
})()`;

/** Pages that changes show, as a person reaches them. */
const STEPS: readonly (readonly [name: string, steps: (page: Page, project: string) => Promise<void>])[] = [
  [
    'deletion of submissions',
    async (page, project) => {
      await page.goto(`${project}data/`);
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page.getByRole('button', { name: 'Delete …' }).click();
      await page.getByRole('heading', { name: /Delete .* submission/ }).waitFor();
    },
  ],
  [
    'password reset link',
    async (page) => {
      await page.goto(`${app.origin}/administration/users/ann/`);
      await page.getByRole('button', { name: 'Make a password reset link' }).click();
      await page.getByRole('heading', { name: /Link to set the password/ }).waitFor();
    },
  ],
  [
    'new token',
    async (page) => {
      await page.goto(`${app.origin}/account/access/`);
      await page.getByLabel('Name').fill('Script');
      await page.getByRole('button', { name: 'Make the token' }).click();
      await page.locator('code.secret').waitFor();
    },
  ],
  [
    'refused password',
    async (page) => {
      await page.goto(`${app.origin}/accounts/password/change/`);
      for (const field of await page.locator('input[type=password]').all())
        await field.fill('wrong password');
      await page.getByRole('main').getByRole('button').first().click();
      await page.locator('.wrong, [role=alert]').first().waitFor();
    },
  ],
  ['unknown page', async (page, project) => void (await page.goto(`${project}unknown/`))],
];

describe.each<[string, BrowserContextOptions]>([
  ['at 1280 pixels, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['at 390 pixels', { viewport: { width: 390, height: 844 } }],
])('every page %s', (_, options) => {
  it.each<Viewer>(['anonymous', 'ann', 'owner'])(
    'is accessible, fits and is small for %s',
    async (viewer) => {
      const context = await chromium.newContext({ locale: 'en-GB', ...options });
      const page = await context.newPage();
      await page.route(PICTURES, (route) => route.abort());
      const code = samples.codes[options.colorScheme === 'dark' ? 0 : 1]!;
      const wrong: string[] = [];
      await signIn(page, viewer, code, async () => {
        for (const fault of await faultsOf(page)) wrong.push(`second step: ${fault}`);
      });
      const weight = await PageWeight.of(page);
      for (const sample of samples.pages.filter((each) => each.viewer === viewer)) {
        for (const fault of await problemsOf(page, weight, sample)) wrong.push(`${sample.route}: ${fault}`);
      }
      for (const [name, steps] of viewer === 'owner' ? STEPS : []) {
        await steps(page, `${app.origin}/projects/${samples.uid}/`);
        for (const fault of await faultsOf(page)) wrong.push(`${name}: ${fault}`);
      }
      expect(wrong).toEqual([]);
      await context.close();
    },
  );
});

it('keeps the sections on one line and dates apart on a phone of 360 pixels', async () => {
  const context = await chromium.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signIn(page, 'owner', '');
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${app.origin}/administration/users/`);
  expect(await faultsOf(page)).toEqual([]);
  const dates = page.locator('.records tr:has(time)').first().locator('time');
  const [joined, seen] = [await dates.first().boundingBox(), await dates.last().boundingBox()];
  expect(joined!.x + joined!.width).toBeLessThan(seen!.x);
  expect(seen!.x + seen!.width).toBeLessThan(360 - 16);
  await context.close();
});

it.each([1280, 390])('shows the whole of a question in a list at %i pixels', async (width) => {
  const context = await chromium.newContext({ locale: 'en-GB', viewport: { width, height: 844 } });
  const page = await context.newPage();
  await signIn(page, 'owner', '');
  await page.goto(`${app.origin}/projects/${samples.uid}/downloads/`);
  const list = page.locator('.records').first();
  await list.locator('summary').click();
  const button = list.getByRole('button', { name: /^Delete .*\.csv$/ });
  const [inner, outer] = [(await button.boundingBox())!, (await list.boundingBox())!];
  expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width);
  await context.close();
});

it('asks before each change that cannot be undone, also without scripts', async () => {
  const destructive = routesOf('POST').filter(
    (route) => DESTRUCTIVE.test(route) && ![ASKS_LATER, ELSEWHERE].includes(route),
  );
  const asking = new Set<string>();
  const unasked: string[] = [];
  for (const viewer of ['owner', 'ann'] as const) {
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page, viewer, samples.codes[2]!);
    for (const sample of samples.pages.filter((each) => each.viewer === viewer && !each.isLarge)) {
      await page.goto(app.origin + sample.path);
      for (const form of await page.locator('form[method=post]').all()) {
        const path = new URL((await form.getAttribute('action'))!, page.url()).pathname.replace(/\/$/, '');
        const route = destructive.find((each) =>
          new RegExp(`^${each.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
        );
        if (route === undefined) continue;
        const asks = (await form.locator('xpath=ancestor::details[contains(@class,"confirm")]').count()) > 0;
        if (!asks || (await form.isVisible())) unasked.push(`${sample.route}: ${route}`);
        else asking.add(route);
      }
    }
    await context.close();
  }
  expect([...new Set(unasked)]).toEqual([]);
  expect(destructive.filter((route) => !asking.has(route))).toEqual([]);
});
