import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { WELLS } from '../../factories/import.factory';
import { Environment } from '../../../src/config/environment';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';
import { FORMS, SUBMIT } from './form-scripts';
import { makeSamplePages, type SamplePages, type Viewer } from './sample-pages';

interface FormField {
  /** Index among the elements of the form. */
  readonly at: number;
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly isRemovable: boolean;
}

interface PageForm {
  readonly page: string;
  /** Index in the document. */
  readonly index: number;
  readonly method: string;
  /** Path that the button sends to. */
  readonly action: string;
  /** Index of the button among the elements of the form. */
  readonly button: number;
  readonly fields: readonly FormField[];
}

/** What they send ends the session, or removes what other forms need: they come last. */
const LAST =
  /\/(logout|login|password|deactivate|delete|confirm|confirmed|end|leave|remove|renew|revoke|reset|transfer|archive)(\/|$)/;

/** Leads to the application; its flow is in browser-flow.e2e-spec.ts. */
const ELSEWHERE = '/o/authorize/';

const SAMPLES: Readonly<Record<string, string>> = {
  url: 'https://10.0.0.1/form.xlsx',
  email: 'someone@example.org',
  number: '1',
  date: '2026-11-27',
  password: PASSWORD,
};

let app: TestApp;
let chromium: Browser;
let samples: SamplePages;

beforeAll(async () => {
  app = await startApp();
  samples = await makeSamplePages(app);
  app.nest.get(Environment).SMTP_URL = 'smtp://127.0.0.1:9';
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

async function contextOf(viewer: string): Promise<BrowserContext> {
  const context = await chromium.newContext({ locale: 'en-GB', javaScriptEnabled: true });
  if (viewer === 'anonymous') return context;
  const page = await context.newPage();
  await signInPage(page, app, { username: viewer });
  await page.waitForURL(`${app.origin}/projects/`);
  await page.close();
  return context;
}

/** Route of the form: the path without what names one thing. */
const kindOf = ({ method, action, fields }: PageForm): string =>
  `${method} ${action.replaceAll(/\/[a-z]{1,4}[A-Za-z0-9]{20,}|\/\d+(?=\/|$)/g, '/…')} ${fields.map(({ name }) => name).join()}`;

async function formsOn(page: Page, path: string): Promise<PageForm[]> {
  const forms = await page.evaluate<Omit<PageForm, 'page'>[]>(FORMS);
  return forms.map((form) => ({ ...form, page: path }));
}

/** Different forms of the pages, those that others survive first. */
async function formsOf(page: Page, viewer: Viewer): Promise<PageForm[]> {
  const found = new Map<string, PageForm>();
  for (const { path, viewer: of, isLarge } of samples.pages) {
    if (of !== viewer || isLarge) continue;
    await page.goto(app.origin + path, { waitUntil: 'domcontentloaded' });
    for (const form of await formsOn(page, path)) {
      if (form.action !== ELSEWHERE && !found.has(kindOf(form))) found.set(kindOf(form), form);
    }
  }
  const forms = [...found.values()];
  return [
    ...forms.filter(({ action }) => !LAST.test(action)),
    ...forms.filter(({ action }) => LAST.test(action)),
  ];
}

/** Opens a page; signs in again if a form before it ended the session. */
async function open(page: Page, viewer: Viewer, path: string): Promise<void> {
  await page.goto(app.origin + path, { waitUntil: 'domcontentloaded' });
  if (viewer === 'anonymous' || new URL(page.url()).pathname !== '/accounts/login/') return;
  await signInPage(page, app, { username: viewer });
  await page.waitForURL(`${app.origin}/projects/`);
  await page.goto(app.origin + path, { waitUntil: 'domcontentloaded' });
}

/** Sends the form with its fields filled, except for some. @returns what is wrong with the response */
async function faultOf(
  page: Page,
  viewer: Viewer,
  sample: PageForm,
  isEmpty: (name: string) => boolean,
): Promise<string | undefined> {
  await open(page, viewer, sample.page);
  // Forms before it may have removed what it is about.
  const form = (await formsOn(page, sample.page)).find((each) => kindOf(each) === kindOf(sample));
  if (form === undefined) return undefined;
  for (const { name } of form.fields.filter((field) => field.type === 'file' && !isEmpty(field.name))) {
    const input = page.locator('form').nth(form.index).locator(`input[name="${name}"]`);
    await input.setInputFiles({ name: 'wells.xlsx', mimeType: '', buffer: WELLS });
  }
  const values = form.fields.map(({ at, name, type }) => [
    at,
    isEmpty(name) ? '' : (SAMPLES[type] ?? 'sample'),
  ]);
  const answered = page.waitForResponse((response) => isLast(response) && isDocument(response));
  const left = Promise.race([page.waitForEvent('framenavigated'), page.waitForEvent('download')]);
  await page.evaluate(`(${SUBMIT})(${JSON.stringify({ ...form, values })})`);
  const status = (await answered).status();
  await left;
  await page.waitForLoadState('domcontentloaded');
  if (status < 400) return undefined;
  const showsForm = (await formsOn(page, form.page)).some(({ action }) => action === form.action);
  const back = page.getByRole('main').getByRole('link', { name: 'Back' });
  const message = page.locator('main .wrong, main [role=alert]').filter({ visible: true });
  return status < 500 && (showsForm || (await back.count()) > 0) && (await message.count()) > 0
    ? undefined
    : `${status} ${(await page.getByRole('main').innerText()).slice(-200)}`;
}

const isLast = (response: Response): boolean => response.status() < 300 || response.status() >= 400;
/** A page, a file that is downloaded, or the page that a script opens after an upload. */
const isDocument = (response: Response): boolean =>
  ['document', 'xhr'].includes(response.request().resourceType());

/** Of each viewer, in the order in which they are sent. */
const formLists = new Map<Viewer, readonly PageForm[]>();

it.each<[viewer: Viewer, part: number, parts: number]>([
  ['anonymous', 1, 1],
  ['owner', 1, 4],
  ['owner', 2, 4],
  ['owner', 3, 4],
  ['owner', 4, 4],
])(
  'takes every form of every page from %s with each optional field empty, part %i of %i',
  async (viewer, part, parts) => {
    const context = await contextOf(viewer);
    const page = await context.newPage();
    page.setDefaultTimeout(5_000);
    const faults: string[] = [];
    const forms = formLists.get(viewer) ?? (await formsOf(page, viewer));
    formLists.set(viewer, forms);
    const isOfPart = (index: number): boolean => Math.floor((index * parts) / forms.length) === part - 1;
    for (const form of forms.filter((_, index) => isOfPart(index))) {
      const optional = form.fields.filter(({ isRemovable }) => isRemovable);
      const variants: readonly (readonly FormField[])[] = [
        optional,
        ...(optional.length > 1 ? optional.map((field) => [field]) : []),
      ];
      for (const empty of variants) {
        const fault = await faultOf(page, viewer, form, (name) => empty.some((field) => field.name === name));
        if (fault === undefined) continue;
        faults.push(
          `${form.page}: ${kindOf(form)} without ${empty.map(({ name }) => name).join()}: ${fault}`,
        );
      }
    }
    expect(faults).toEqual([]);
    expect(forms.length).toBeGreaterThan(viewer === 'owner' ? 60 : 3);
    await context.close();
  },
);

it('imports a form by its address, and asks at the field if nothing is given', async () => {
  const context = await contextOf('owner');
  const page = await context.newPage();
  await page.goto(`${app.origin}/projects/new/`);
  await page.getByRole('button', { name: 'Create project' }).click();
  expect(await page.getByLabel('XLSForm file').getAttribute('aria-describedby')).toContain('file-error');
  expect(await page.locator('#file-error').innerText()).toBe('Choose a file, or enter the address of one.');
  await page.getByLabel('Or the address of the file').fill('https://10.0.0.1/form.xlsx');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(/\/projects\/imports\//);
  await context.close();
});

/** Ends all sessions, as time does. */
const endSessions = (): Promise<unknown> => app.rows('DELETE FROM session');

describe('a form that is sent after the session ended', () => {
  // The forms above renew the token of the owner.
  beforeAll(() => app.addUser('writer'));

  it('leads to the sign-in page and back, with what was typed', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', owner: 'writer' });
    const context = await contextOf('writer');
    const page = await context.newPage();
    const settings = `${app.origin}/projects/${uid}/settings/`;
    const signIn = async (): Promise<void> => {
      await page.getByText('Your session had ended').waitFor();
      await page.getByLabel('Username').fill('writer');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(settings);
    await page.getByLabel('Description').fill('All wells of the north');
    await endSessions();
    await page.getByRole('button', { name: 'Save details' }).click();
    await signIn();
    await page.getByText('What you typed is here again').waitFor();
    expect(page.url()).toBe(settings);
    expect(await page.getByLabel('Description').inputValue()).toBe('All wells of the north');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('The settings were saved.').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('All wells of the north');

    await page.goto(`${app.origin}/projects/new/`);
    await page.getByLabel('XLSForm file').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: WELLS });
    await page.getByLabel('Or the address of the file').fill('https://10.0.0.1/kept.xlsx');
    await endSessions();
    await page.getByRole('button', { name: 'Create project' }).click();
    await signIn();
    await page.getByText('What you typed is here again').waitFor();
    expect(await page.getByLabel('Or the address of the file').inputValue()).toBe(
      'https://10.0.0.1/kept.xlsx',
    );
    await context.close();
  });

  it('leads back from a form that was refused before, whose address takes no GET', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', owner: 'writer' });
    const context = await contextOf('writer');
    const page = await context.newPage();
    const settings = `${app.origin}/projects/${uid}/settings/`;
    await page.goto(settings);
    await page.getByLabel('Name').fill('x'.repeat(256));
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('At most 255 characters').first().waitFor();
    expect(page.url()).toBe(`${settings}details/`);
    await page.getByLabel('Description').fill('All wells of the north');
    await endSessions();
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Your session had ended').waitFor();
    await page.getByLabel('Username').fill('writer');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('What you typed is here again').waitFor();
    expect(page.url()).toBe(settings);
    expect(await page.getByLabel('Description').inputValue()).toBe('All wells of the north');
    await context.close();
  });

  it('leads to the sign-in page without scripts too, for a page of each form', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', owner: 'writer' });
    for (const [path, page] of [
      [`/projects/${uid}/settings/details/`, `/projects/${uid}/settings/`],
      [`/projects/${uid}/data/status/undo/`, `/projects/${uid}/data/`],
      ['/projects/new/', '/projects/new/'],
      ['/account/profile/', '/account/'],
    ] as const) {
      const response = await fetch(app.origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Accept: 'text/html',
          Cookie: 'sessionid=ended',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'name=x',
      });
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `/accounts/login/?next=${encodeURIComponent(page)}&ended=1`,
      ]);
    }
  });
});
