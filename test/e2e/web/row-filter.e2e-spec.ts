import type { Browser as Chromium, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { Browser } from '../../support/browser';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

let app: TestApp;
let chromium: Chromium;
let uid: string;
let people: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'newcomer']) await app.addUser(name);
  chromium = await launchChromium();
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  people = `/projects/${uid}/people/`;
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

const signedIn = (username: string) => Browser.signedIn(app, username);

async function filtersOf(username: string): Promise<unknown> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/permission-assignments/`).expect(200);
  const held = body as { user: string; partial_permissions?: { filters: unknown }[] }[];
  return held.find(({ user, partial_permissions: partial }) => user.endsWith(`/${username}/`) && partial)
    ?.partial_permissions?.[0]?.filters;
}

async function openAsOwner(path: string): Promise<Page> {
  const page = await chromium.newPage();
  await signInPage(page, app, { next: path });
  await page.waitForURL(app.origin + path);
  return page;
}

it('takes the label of a choice for its name, and says to the person that nothing is shared', async () => {
  const owner = await signedIn('owner');
  const condition = { user: 'newcomer', rows: 'some', 'question-0': 'consent', 'comparison-0': 'is' };
  await owner.submit(`${people}add/`, { ...condition, 'value-0': 'Yes' });
  expect(await filtersOf('newcomer')).toEqual([{ consent: { $eq: 'yes' } }]);
  const { text } = await owner.get(`${people}person/newcomer/`);
  expect(text).toMatch(/<select id="value-0"[\s\S]*?<option value="yes"\s+selected/);
  await submit(app, uid, { answers: '<consent>no</consent>' });
  const newcomer = await signedIn('newcomer');
  for (const tab of ['', 'data/', 'reports/']) {
    const page = (await newcomer.get(`/projects/${uid}/${tab}`).expect(200)).text;
    expect(page).toContain('None of the submissions are shared with you');
    expect(page).not.toContain('No submissions yet');
  }
});

it('offers the choices of the chosen question as a list', async () => {
  const page = await openAsOwner(`${people}add/`);
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Custom').check();
  await page.getByLabel('Only some:').check();
  await page.getByText('Conditions for only some submissions').click();
  await page.getByLabel('Question 1').selectOption({ label: 'May we go on?' });
  const value = page.getByRole('group', { name: 'Condition 1' }).getByLabel('Value');
  expect(await value.getByRole('option').allInnerTexts()).toEqual(['–', 'Yes', 'No']);
  await value.selectOption({ label: 'No' });
  await page.getByLabel('Comparison').first().selectOption({ label: 'contains' });
  expect(await value.inputValue()).toBe('no');
  await page.getByLabel('Comparison').first().selectOption({ label: 'is' });
  expect(await value.inputValue()).toBe('no');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The permissions were saved.').waitFor();
  expect(await filtersOf('newcomer')).toEqual([{ consent: { $eq: 'no' } }]);
});

it.each([
  ['the zone of the browser, which is named', true, /^\d+ \w+ \d{4}, \d\d:\d\d GMT\+5:45$/],
  ['UTC without scripts', false, /^\d+ \w+ \d{4}, \d\d:\d\d UTC$/],
])('shows times in %s', async (_, javaScriptEnabled, shape) => {
  await submit(app, uid);
  const context = await chromium.newContext({ timezoneId: 'Asia/Kathmandu', javaScriptEnabled });
  const page = await context.newPage();
  await signInPage(page, app, { next: `/projects/${uid}/data/` });
  await page.waitForURL(/data\/$/);
  const time = page.locator('tbody time');
  const shown = await time.innerText();
  expect(shown).toMatch(shape);
  const sent = new Date((await time.getAttribute('datetime'))!);
  const minutes = (sent.getUTCMinutes() + (javaScriptEnabled ? 45 : 0)) % 60;
  expect(shown).toContain(`:${String(minutes).padStart(2, '0')} `);
  await context.close();
});
