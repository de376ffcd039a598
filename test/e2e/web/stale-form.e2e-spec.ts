import type { Browser as Chromium, Page } from 'playwright-core';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { Browser, type FormOnPage, formsOf } from '../../support/browser';
import { launchChromium } from '../../support/chromium';

type Fields = Readonly<Record<string, string>>;

/** A form that replaces a whole state. */
interface Case {
  readonly by?: string;
  readonly page: () => string | Promise<string>;
  /** Default: the page. */
  readonly action?: (page: string) => string;
  /** Of the first to save, and of the second. */
  readonly first: Fields;
  readonly second: Fields;
  /** Label, value of the first and value of the second. */
  readonly shown: readonly [label: string, first: string, second: string];
  readonly stored: () => Promise<unknown>;
  /** What `stored` returns after the second has saved anyway. */
  readonly saved: unknown;
}

let app: TestApp;
let chromium: Chromium;
let uid: string;
const settings = (): string => `/projects/${uid}/settings/`;
const people = (): string => `/projects/${uid}/people/`;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'ann', 'bob']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  chromium = await launchChromium();
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'ann', ['view_asset']);
  await grantPartially(app, uid, 'bob', { view_submissions: [{ _submitted_by: 'ann' }] });
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

const signedIn = (username: string) => Browser.signedIn(app, username);

const assetOf = async (): Promise<{
  name: string;
  settings: { description: string };
  data_sharing: { enabled: boolean };
}> =>
  (await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200)).body as Awaited<
    ReturnType<typeof assetOf>
  >;

const codenamesOf = async (username: string): Promise<string[]> => {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/permission-assignments/`).expect(200);
  return (body as { user: string; permission: string }[])
    .filter(({ user }) => user.endsWith(`/${username}/`))
    .map(({ permission }) => permission.split('/').at(-2)!)
    .sort();
};

const HOOK = { name: 'Hook', endpoint: 'https://data.example.org/in', format: 'json', auth: 'no_auth' };

async function hookPath(): Promise<string> {
  const { headers } = await (await signedIn('owner')).submit(`${settings()}hooks/new/`, HOOK);
  return headers['location']!.replace(/\?.*/, '');
}

const hooksOf = async (): Promise<string[]> =>
  (
    (await app.as('owner').get(`/api/v2/assets/${uid}/hooks/`).expect(200)).body as {
      results: { name: string }[];
    }
  ).results.map(({ name }) => name);

const CASES: Readonly<Record<string, Case>> = {
  'details of a project': {
    page: settings,
    action: (page) => `${page}details/`,
    first: { name: 'Wells', description: 'one' },
    second: { name: 'Wells 2' },
    shown: ['Description', 'one', ''],
    stored: async () => [(await assetOf()).name, (await assetOf()).settings.description],
    saved: ['Wells 2', ''],
  },
  'permissions of a person': {
    page: () => `${people()}person/ann/`,
    first: { view_asset: 'yes', add_submissions: 'yes', rows: 'none' },
    second: { view_asset: 'yes', rows: 'all' },
    shown: ['See submissions', 'None', 'All submissions'],
    stored: () => codenamesOf('ann'),
    saved: ['view_asset', 'view_submissions'],
  },
  'the filter of a person': {
    page: () => `${people()}person/bob/`,
    first: { view_asset: 'yes', rows: 'some', submitters: 'owner' },
    second: { view_asset: 'yes', rows: 'some', submitters: 'ann, bob' },
    shown: ['Sent by', 'owner', 'ann, bob'],
    stored: () => codenamesOf('bob'),
    saved: ['partial_submissions', 'view_asset'],
  },
  'public access': {
    page: people,
    action: (page) => `${page}public/`,
    first: { view_asset: 'yes' },
    second: { add_submissions: 'yes', view_asset: 'yes' },
    shown: ['Send submissions without an account', 'No', 'Yes'],
    stored: () => codenamesOf('AnonymousUser'),
    saved: ['add_submissions', 'view_asset'],
  },
  'data sharing': {
    page: () => `${settings()}pairs/`,
    action: (page) => `${page}sharing/`,
    first: { enabled: 'yes' },
    second: {},
    shown: ['Other projects may read submissions of this one', 'Yes', 'No'],
    stored: async () => (await assetOf()).data_sharing.enabled,
    saved: false,
  },
  'a webhook': {
    page: hookPath,
    first: { ...HOOK, name: 'First', headers: 'A: 1' },
    second: { ...HOOK, name: 'Second' },
    shown: ['Headers', 'A: 1', ''],
    stored: hooksOf,
    saved: ['Second'],
  },
  'the profile': {
    page: () => '/account/',
    action: (page) => `${page}profile/`,
    first: { first_name: 'Asha', city: 'Nairobi' },
    second: { first_name: 'Asha', organization: 'Wells' },
    shown: ['City', 'Nairobi', ''],
    stored: async () => {
      const { body } = await app.as('owner').get('/me/').expect(200);
      const { city, organization } = (body as { extra_details: Record<string, string> }).extra_details;
      return [city, organization];
    },
    saved: ['', 'Wells'],
  },
  'an application': {
    page: async () => {
      const owner = await signedIn('owner');
      const fields = { name: 'App', client_type: 'confidential', redirect_uri: 'https://a.example.org/' };
      await owner.submit('/o/applications/register/', fields);
      const { text } = await owner.get('/o/applications/');
      return [...text.matchAll(/href="(\/o\/applications\/(?!register)[^"]+)"/g)][0]![1]!;
    },
    action: (page) => `${page}update/`,
    first: { name: 'First', redirect_uri: 'https://b.example.org/' },
    second: { name: 'Second', redirect_uri: 'https://a.example.org/' },
    shown: ['Redirect addresses', 'https://b.example.org/', 'https://a.example.org/'],
    stored: async () => {
      const { text } = await (await signedIn('owner')).get('/o/applications/');
      return ['First', 'Second'].filter((name) => text.includes(name)).at(-1);
    },
    saved: 'Second',
  },
  'an account': {
    by: 'root',
    page: () => '/administration/users/ann/',
    first: { email: 'one@example.org' },
    second: { email: 'two@example.org' },
    shown: ['E-mail address', 'one@example.org', 'two@example.org'],
    stored: async () => {
      const { text } = await (await signedIn('root')).get('/administration/users/ann/');
      return /id="email"[^>]*/.exec(text) && /value="([^"]*@[^"]*)"/.exec(text)![1];
    },
    saved: 'two@example.org',
  },
};

/** The form of a page, as a browser has it since the page was drawn. */
async function drawn(browser: Browser, page: string, action: string): Promise<FormOnPage> {
  return formOn((await browser.get(page).expect(200)).text, action);
}

function formOn(text: string, action: string): FormOnPage {
  return formsOf(text).find((form) => new URL(form.action, app.origin).pathname === action)!;
}

describe.each(Object.entries(CASES))('a form for %s', (_, { by = 'owner', ...given }) => {
  it('is refused over a newer state, with both values, and saves after a look at them', async () => {
    const browser = await signedIn(by);
    const page = await given.page();
    const action = given.action?.(page) ?? page;
    const [older, newer] = [await drawn(browser, page, action), await drawn(browser, page, action)];
    await browser.post(action, { ...newer.hidden, ...given.first }).expect(303);
    const before = await given.stored();
    const { text } = await browser.post(action, { ...older.hidden, ...given.second }).expect(409);
    expect(await given.stored()).toEqual(before);
    expect(text).toContain('This was changed since you opened the page');
    const [label, first, second] = given.shown;
    const cells = [...text.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textIn(cell!));
    const at = cells.indexOf(label);
    expect(cells.slice(at + 1, at + 3)).toEqual([first || 'Empty', second || 'Empty']);
    expect(text).toContain('Save anyway');
    const again = formOn(text, action);
    await browser.post(action, { ...again.hidden, ...given.second }).expect(303);
    expect(await given.stored()).toEqual(given.saved);
    // The state that was looked at is the older one now.
    await browser.post(action, { ...again.hidden, ...given.first }).expect(409);
  });

  it('may be saved twice with the same values, and without a state by clients that draw no form', async () => {
    const browser = await signedIn(by);
    const page = await given.page();
    const action = given.action?.(page) ?? page;
    const form = await drawn(browser, page, action);
    for (const values of [given.first, given.first]) {
      await browser.post(action, { ...form.hidden, ...values }).expect(303);
    }
    const { state: _state, ...hidden } = form.hidden;
    await browser.post(action, { ...hidden, ...given.second }).expect(303);
    expect(await given.stored()).toEqual(given.saved);
  });
});

describe('a form that is refused for another reason', () => {
  it('keeps the state that it showed', async () => {
    const owner = await signedIn('owner');
    const action = `${settings()}details/`;
    const older = await drawn(owner, settings(), action);
    await owner.submit(settings(), { name: 'Wells', description: 'one' }, action);
    const { text } = await owner.post(action, { ...older.hidden, name: 'x'.repeat(300) }).expect(400);
    expect(text).toContain('At most 255 characters');
    await owner.post(action, { ...formOn(text, action).hidden, name: 'Wells 2' }).expect(409);
    expect(await assetOf()).toMatchObject({ name: 'Wells', settings: { description: 'one' } });
  });
});

describe.each([1280, 390])('two tabs of the settings in a browser (%i px)', (width) => {
  it('show what the other saved, keep what was typed, and save anyway', async () => {
    const context = await chromium.newContext({
      viewport: { width, height: 800 },
      javaScriptEnabled: width === 1280,
    });
    const one = await context.newPage();
    await one.goto(`${app.origin}/accounts/login/`);
    await one.getByLabel('Username').fill('owner');
    await one.getByLabel('Password').fill(PASSWORD);
    await one.getByRole('button', { name: 'Sign in' }).click();
    await one.goto(app.origin + settings());
    const other = await context.newPage();
    await other.goto(app.origin + settings());
    await one.getByLabel('Description').fill('one');
    await save(one, 'Save details');
    await other.getByLabel('Name', { exact: true }).fill('Wells 2');
    await save(other, 'Save details');
    await other.getByRole('alert').getByText('This was changed since you opened the page').waitFor();
    expect(await other.getByLabel('Name', { exact: true }).inputValue()).toBe('Wells 2');
    await other.getByText('one', { exact: true }).waitFor();
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (width === 1280) expect(await seriousFindings(other)).toEqual([]);
    await other.getByLabel('Description').fill('one');
    await save(other, 'Save anyway');
    expect(await assetOf()).toMatchObject({ name: 'Wells 2', settings: { description: 'one' } });
    await context.close();
  });
});

async function save(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: button }).click()]);
}

function textIn(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
