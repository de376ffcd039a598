import type { Browser, BrowserContextOptions } from 'playwright-core';
import { EXAMPLE_FORM } from '../../../src/domain/content/example-form';
import { standardiseContent } from '../../../src/domain/content/standard/standardise-content';
import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { PageWeight } from '../../support/page-weight';

const MAX_BYTES = 150_000;
const ROWS = 100;
/** Files of attachments are data, not part of the page. */
const PICTURES = /\/attachments\//;

let app: TestApp;
let chromium: Browser;
let uid: string;
let submissionId: number;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner', { superuser: true });
  await app.addUser('ann');
  const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
  ({ uid } = await makeDeployedAsset(app, { name: 'Households', content }));
  await grantPartially(app, uid, 'ann', { view_submissions: [{ _submitted_by: 'owner' }] });
  for (let number = 0; number < ROWS; number += 1) {
    await submit(app, uid, {
      answers:
        `<consent>yes</consent><respondent><full_name>Asha ${number}</full_name><age>${20 + (number % 60)}</age></respondent>` +
        `<dwelling><location>-1.2${number} 36.8 0 0</location><water_source>well</water_source><photo>p.jpg</photo></dwelling>` +
        `<member><member_name>Ben</member_name><member_age>7</member_age></member>`,
      ...(number === 0 && { files: [{ name: 'p.jpg', content: 'jpeg' }] }),
    });
  }
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?limit=1`).expect(200);
  submissionId = body.results[0]._id as number;
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

const project = (below: string) => (): string => `/projects/${uid}/${below}`;
const at = (path: string) => (): string => path;

const PAGES: readonly (readonly [name: string, path: () => string])[] = [
  ['list of projects', at('/projects/')],
  ['new project', at('/projects/new/')],
  ['move projects', at('/projects/move/')],
  ['library', at('/library/')],
  ['summary', project('')],
  ['form', project('form/')],
  ['collect', project('collect/')],
  ['users who sent', project('collect/senders/')],
  ['table', project(`data/?rows=${ROWS}&sort=-respondent/age`)],
  ['submission', () => project(`data/${submissionId}/`)()],
  ['gallery', project('gallery/')],
  ['report', () => `/accounts/reports/${uid}/`],
  ['downloads', project('downloads/')],
  ['people', project('people/')],
  ['new person', project('people/add/')],
  ['person', project('people/person/ann/')],
  ['settings', project('settings/')],
  ['webhooks', project('settings/hooks/')],
  ['new webhook', project('settings/hooks/new/')],
  ['activity of a project', project('settings/activity/')],
  ['accounts', at('/administration/users/')],
  ['new account', at('/administration/users/new/')],
  ['account of a user', at('/administration/users/ann/')],
  ['messages', at('/administration/messages/')],
  ['queue', at('/administration/queue/')],
  ['health', at('/administration/health/')],
  ['activity', at('/administration/activity/')],
  ['profile', at('/account/')],
  ['sessions and tokens', at('/account/access/')],
  ['password', at('/accounts/password/change/')],
  ['second factor', at('/accounts/mfa/')],
  ['API token', at('/token/')],
  ['applications', at('/o/applications/')],
  ['new application', at('/o/applications/register/')],
  ['authorized applications', at('/o/authorized_tokens/')],
];

/** Larger by their nature: map and forms. */
const LARGE_PAGES: typeof PAGES = [
  ['map', project('map/')],
  ['web form', () => `/web-forms/${uid}/`],
  ['offline web form', () => `/web-forms/offline/${uid}/`],
];

describe.each<[string, BrowserContextOptions]>([
  ['at 1280 pixels, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['at 390 pixels', { viewport: { width: 390, height: 844 } }],
])('every page %s', (_, options) => {
  it('is accessible, fits the window and is small', async () => {
    const context = await chromium.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    await page.route(PICTURES, (route) => route.abort());
    await page.goto(`${app.origin}/accounts/login/`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Username').fill('owner');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${app.origin}/projects/`);
    const weight = await PageWeight.of(page);
    const wrong: string[] = [];
    for (const [name, path] of [...PAGES, ...LARGE_PAGES]) {
      const isLarge = LARGE_PAGES.some(([each]) => each === name);
      weight.take();
      const response = await page.goto(app.origin + path(), { waitUntil: isLarge ? 'networkidle' : 'load' });
      const bytes = weight.take();
      if (response!.status() !== 200) wrong.push(`${name}: ${response!.status()}`);
      if (bytes === 0 || (!isLarge && bytes > MAX_BYTES)) wrong.push(`${name}: ${bytes} bytes`);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) wrong.push(`${name}: ${overflow} pixels too wide`);
      for (const finding of await seriousFindings(page)) wrong.push(`${name}: ${finding}`);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
});
