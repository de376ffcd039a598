import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (let index = 0; index < 3; index += 1) await submit(app, uid);
});
afterEach(() => page.context().close());

async function openTable({ javaScriptEnabled = true } = {}): Promise<void> {
  page = await (await chromium.newContext({ javaScriptEnabled })).newPage();
  await signInPage(page, app, { next: `/projects/${uid}/data/` });
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
}

async function statuses(): Promise<(string | undefined)[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { results: { _validation_status: { label?: string } }[] }).results.map(
    ({ _validation_status: { label } }) => label,
  );
}

const button = (name: string) => page.getByRole('button', { name });
const rows = () => page.getByRole('checkbox', { name: /^Select / });

/** Waits for both: the script of the page may run after the page is shown. */
async function expectChanges(state: 'enabled' | 'disabled'): Promise<void> {
  const other = state === 'enabled' ? 'disabled' : 'enabled';
  await page.locator(`#many:not(:has(button:not([type=reset]):${other}))`).waitFor();
}

const expectOffered = (isOffered: boolean): Promise<void> =>
  page.locator('#many').waitFor({ state: isOffered ? 'visible' : 'hidden' });

it('asks with the number, sets the status, and undoes it from the message', async () => {
  await openTable();
  await rows().nth(0).check();
  await rows().nth(1).check();
  await page.locator('#status').selectOption({ label: 'Approved' });
  await button('Set status …').press('Enter');
  await page.getByRole('heading', { name: 'Set the status of 2 submissions to “Approved”?' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await statuses()).toEqual([undefined, undefined, undefined]);
  await button('Set the status of 2 submissions').press('Enter');
  const message = page.getByRole('status').filter({ hasText: 'The status of 2 submissions was set.' });
  await message.waitFor();
  expect(await statuses()).toEqual([undefined, 'Approved', 'Approved']);
  expect(await page.locator('#status').inputValue()).toBe('validation_status_approved');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await message.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Undone: 2 submissions have their former status again.').waitFor();
  expect(await statuses()).toEqual([undefined, undefined, undefined]);
});

it('changes nothing by the link beside the button, and keeps the choice', async () => {
  await openTable();
  await rows().first().check();
  await page.locator('#target').selectOption('all');
  await page.locator('#status').selectOption({ label: 'On Hold' });
  await button('Set status …').click();
  await page.getByRole('link', { name: 'Change nothing' }).click();
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
  expect(await page.locator('#status').inputValue()).toBe('validation_status_on_hold');
  expect(await page.locator('#target').inputValue()).toBe('all');
  expect(await statuses()).toEqual([undefined, undefined, undefined]);
});

it('offers changes of selected rows only while one is selected, in place of the tool bar', async () => {
  await openTable();
  const count = page.getByText('3 submissions');
  await expectOffered(false);
  await rows().first().check();
  await expectOffered(true);
  await expectChanges('enabled');
  expect(await count.isVisible()).toBe(false);
  expect(await page.locator('#target').innerText()).toMatch(/^1 selected\n?All 3$/);
  await rows().first().uncheck();
  await expectOffered(false);
  expect(await count.isVisible()).toBe(true);
  await page.getByLabel('All rows').check();
  await expectChanges('enabled');
  await page.getByLabel('All rows').uncheck();
  await expectOffered(false);
  await rows().nth(0).check();
  await rows()
    .nth(2)
    .click({ modifiers: ['Shift'] });
  expect(await rows().nth(1).isChecked()).toBe(true);
  await page.locator('#target').selectOption('all');
  await rows().nth(0).uncheck();
  await rows().nth(1).uncheck();
  await rows().nth(2).uncheck();
  await expectChanges('enabled');
  await button('Clear').click();
  await expectOffered(false);
});

it('keeps the selected rows when the browser goes back', async () => {
  await openTable();
  await rows().first().check();
  await button('Set status …').click();
  await page.getByRole('heading', { name: 'Clear the status of 1 submission?' }).waitFor();
  await page.goBack();
  expect(await rows().first().isChecked()).toBe(true);
  await expectChanges('enabled');
});

it('says without scripts that nothing is selected', async () => {
  await openTable({ javaScriptEnabled: false });
  await button('Set status …').click();
  await page.getByRole('alert').filter({ hasText: 'No submission is selected. Select rows' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await rows().first().check();
  await button('Set status …').click();
  await page.getByRole('heading', { name: 'Clear the status of 1 submission?' }).waitFor();
});
