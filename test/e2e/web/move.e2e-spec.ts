import type { Browser as Chromium, BrowserContextOptions, Page } from 'playwright-core';
import { versionOf } from '../../factories/central.factory';
import { makeForm } from '../../factories/migration.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { Browser, formsOf } from '../../support/browser';
import { launchChromium } from '../../support/chromium';
import { CentralServer } from '../../support/central-server';
import { FaultyProxy } from '../../support/faulty-proxy';

const PATH = '/projects/move/';
const HOSTILE = '<img src=x onerror=alert(1)>';

let source: TestApp;
let app: TestApp;
let proxy: FaultyProxy;
let central: CentralServer;

beforeAll(async () => {
  [source, app] = [await startApp(), await startApp({ environment: { DOWNLOAD_ALLOW: '127.0.0.1' } })];
  await source.addUser('asha');
  for (const name of ['owner', 'stranger']) await app.addUser(name);
  proxy = await FaultyProxy.start(source.origin);
  central = await CentralServer.start();
  const water = central.addProject('Water');
  const form = central.addForm(water, 'wells', versionOf('wells', '1', { name: 'text' }));
  for (const name of ['Asha', 'Ben']) central.submit(form, `<name>${name}</name>`);
  central.addForm(central.addProject(HOSTILE), 'pumps', versionOf('pumps', '1', { name: 'text' }));
});
afterAll(async () => {
  await proxy.stop();
  await central.stop();
  await app.stop();
  await source.stop();
});
beforeEach(async () => {
  proxy.faultOf = () => undefined;
  await source.rows('DELETE FROM asset');
});

describe('moving projects in pages', () => {
  let browser: Browser;
  beforeEach(async () => {
    browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
  });

  const choose = (fields: Readonly<Record<string, string>> = {}) =>
    browser.submit(PATH, { source: proxy.origin, token: source.tokenOf('asha'), ...fields });

  it('shows projects of the source as text, and the token nowhere', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    await source.as('asha').patch(`/api/v2/assets/${uid}/`).send({ name: HOSTILE }).expect(200);
    const { text, status } = await choose();
    expect(status).toBe(200);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; (1 submission)');
    expect(text).not.toContain(HOSTILE);
    expect(text).not.toContain(source.tokenOf('asha'));
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, 'The server refuses the token.'],
    ['an address without a server', { source: 'http://127.0.0.1:1' }, 'does not respond as KoboToolbox does'],
    ['a private address', { source: 'http://10.0.0.1' }, 'Addresses of private networks'],
  ])('shows the form again for %s, without the token', async (_name, fields, message) => {
    const { text, status } = await choose(fields);
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).not.toContain(source.tokenOf('asha'));
  });

  it('shows projects of ODK Central with their forms, and the password nowhere', async () => {
    const { email, password } = central;
    const sent = { source: central.origin, email, password };
    const { text } = await browser.submit(`${PATH}?from=central`, sent);
    expect(text).toMatch(/<legend><bdi>Water<\/bdi><\/legend>.*The whole project.*wells \(2 submissions\)/s);
    expect(text).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>');
    expect(text).not.toContain(HOSTILE);
    expect(text).not.toContain(password);
    const refused = await browser.submit(`${PATH}?from=central`, { ...sent, password: 'not that one' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('The server refuses the e-mail address or the password.');
    expect(refused.text).toContain(`value="${email}"`);
    expect(refused.text).not.toContain('not that one');
  });

  it('starts nothing without a choice, or with credentials of another user’s page', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    const { hidden } = formsOf((await choose()).text).find(({ action }) => action === `${PATH}start/`)!;
    const none = await browser.post(`${PATH}start/`, hidden).expect(400);
    expect(none.text).toContain('Choose 1 to 100 assets.');
    const other = new Browser(app);
    await other.signIn('stranger', PASSWORD);
    const csrfmiddlewaretoken = await other.csrfToken();
    const stolen = { ...hidden, csrfmiddlewaretoken, assets: uid };
    expect((await other.post(`${PATH}start/`, stolen).expect(400)).text).toContain(
      'Enter the address and the credentials again.',
    );
    await browser.post(`${PATH}start/`, { credentials: hidden['credentials']!, assets: uid }).expect(403);
    expect(await app.rows('SELECT FROM migration_task')).toEqual([]);
  });

  it('cancels a move, which is hidden from others', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    proxy.faultOf = (path) => (path.includes('/data.xml') ? 'hang' : undefined);
    const { hidden } = formsOf((await choose()).text).find(({ action }) => action === `${PATH}start/`)!;
    const started = await browser.post(`${PATH}start/`, { ...hidden, assets: uid }).expect(303);
    const path = started.headers['location']!;
    const { text } = await browser.get(path).expect(200);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"');
    expect((await browser.get(PATH)).text).toMatch(/Waiting|Running/);
    const other = new Browser(app);
    await other.signIn('stranger', PASSWORD);
    await other.get(path).expect(404);
    const csrfmiddlewaretoken = await other.csrfToken();
    await other.post(`${path}delete/`, { csrfmiddlewaretoken }).expect(404);
    const cancelled = await browser.submit(path, {}, `${path}delete/`);
    expect(cancelled.headers['location']).toBe(`${PATH}?done=cancelled`);
    expect((await browser.get(cancelled.headers['location']!)).text).toContain('The move was cancelled.');
    await browser.get(path).expect(404);
  });

  it.each([PATH, `${PATH}munknown/`])('sends anonymous visitors of %s to sign in', async (path) => {
    const { status, headers } = await new Browser(app).get(path);
    expect([status, headers['location']]).toEqual([302, expect.stringContaining('/accounts/login/')]);
  });
});

describe.each<[string, BrowserContextOptions]>([
  ['at 1280 pixels', { viewport: { width: 1280, height: 900 } }],
  ['at 390 pixels', { viewport: { width: 390, height: 844 } }],
  ['without scripts', { javaScriptEnabled: false }],
])('moving a project in Chromium %s', (_, options) => {
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    chromium = await launchChromium();
    page = await chromium.newPage({ locale: 'en-GB', ...options });
    page.setDefaultTimeout(60_000);
  });
  afterAll(() => chromium.close());

  const assertUsable = async (): Promise<void> => {
    if (options.javaScriptEnabled === false) return;
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  };

  it('leads by keyboard from a new project to the moved one', async () => {
    const { uid } = await makeForm(source, undefined, 'asha');
    await app.rows('DELETE FROM asset');
    await page.goto(`${app.origin}/accounts/login/?next=/projects/`);
    await page.getByLabel('Username').fill('owner');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Move from another server' }).press('Enter');
    await page.getByLabel('Address of the server').fill(proxy.origin);
    await assertUsable();
    await page.getByLabel('API token').fill(source.tokenOf('asha'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Wells (3 submissions)').press('Space');
    await assertUsable();
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByText('All that was compared is equal to the source.').waitFor();
    await assertUsable();
    await page.getByRole('table').getByRole('link', { name: 'Wells' }).press('Enter');
    await page.waitForURL(`${app.origin}/projects/${uid}/`);
    await page.getByRole('heading', { name: 'Wells' }).waitFor();
  });

  it('leads by keyboard to a form of ODK Central', async () => {
    await app.rows('DELETE FROM asset');
    await page.goto(`${app.origin}${PATH}`);
    await page.getByRole('link', { name: 'ODK Central' }).press('Enter');
    await page.getByLabel('Address of the server').fill(central.origin);
    await page.getByLabel('E-mail address').fill(central.email);
    await assertUsable();
    await page.getByLabel('Password').fill(central.password);
    await page.keyboard.press('Enter');
    const project = page.getByRole('group', { name: 'Water' });
    await project.getByLabel('wells (2 submissions)').waitFor();
    await assertUsable();
    await project.getByLabel('The whole project').press('Space');
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByText('All that was compared is equal to the source.').waitFor();
    await assertUsable();
    await page.getByRole('link', { name: 'Move again' }).press('Enter');
    await page.waitForURL(/from=central/);
    expect(await page.getByLabel('Address of the server').inputValue()).toBe(central.origin);
    await page.goto(`${app.origin}/projects/`);
    await page.getByRole('link', { name: 'wells' }).first().waitFor();
  });
});
