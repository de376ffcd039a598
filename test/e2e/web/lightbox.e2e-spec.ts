import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

const HOSTILE = '<img src=x onerror=alert(1)>.png';

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;
/** Newest first, as in the table. */
let ids: number[];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  chromium = await launchChromium();
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  for (const name of ['one.png', HOSTILE, 'three.png'])
    await submit(app, uid, {
      answers: `<photo>${name.replaceAll('<', '&lt;')}</photo>`,
      files: [{ name, content }],
    });
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  ids = (body as { results: { _id: number }[] }).results.map(({ _id }) => _id).sort((a, b) => b - a);
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => page.context().close());

async function open(path: string, { width = 1280, javaScriptEnabled = true } = {}): Promise<void> {
  const context = await chromium.newContext({ viewport: { width, height: 800 }, javaScriptEnabled });
  page = await context.newPage();
  await signInPage(page, app, { next: `/projects/${uid}/${path}` });
  await page.waitForURL(`**/projects/${uid}/${path}`);
}

const dialog = () => page.getByRole('dialog');
const photos = () => page.locator('a[data-photo]');
/** Whether the picture of the dialog is shown, and not refused. */
const isShown = () =>
  page.evaluate<boolean>(`document.querySelector('.lightbox img').decode().then(() => true)`);

describe('the pictures', () => {
  it.each([
    ['data/', 1280],
    ['data/', 390],
    ['gallery/', 1280],
    ['gallery/', 390],
  ])('of %s at %i pixels open in a dialog, one after the other', async (path, width) => {
    await open(path, { width });
    await photos().first().focus();
    await page.keyboard.press('Enter');
    await dialog().getByText(`three.png · Submission ${ids[0]}`).waitFor();
    expect(await isShown()).toBe(true);
    expect(await dialog().innerText()).toContain('1 of 3');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await dialog().getByText(`${HOSTILE} · Submission ${ids[1]}`).waitFor();
    await dialog().getByRole('button', { name: 'Next picture' }).click();
    await dialog().getByText('3 of 3').waitFor();
    expect(await dialog().getByRole('button', { name: 'Next picture' }).isDisabled()).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one.png');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await photos().nth(2).and(page.locator(':focus')).waitFor();
  });

  it('of a submission open in a dialog', async () => {
    await open(`data/${ids[0]}/`);
    await photos().click();
    await dialog().getByText(`three.png · Submission ${ids[0]}`).waitFor();
    expect(await isShown()).toBe(true);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('open in a dialog of the language of the page', async () => {
    await open('data/');
    await page.context().addCookies([{ name: 'language', value: 'fr', url: app.origin }]);
    await page.reload();
    await photos().first().click();
    await dialog().getByText('1 sur 3').waitFor();
    await dialog().getByRole('button', { name: 'Image suivante' }).click();
    await dialog().getByRole('button', { name: 'Fermer' }).click();
    await page.goto(`${app.origin}/projects/${uid}/map/`);
    await page.getByText('Aucune soumission n’a de lieu ici.').waitFor();
  });

  it('open as files without scripts', async () => {
    await open('gallery/', { javaScriptEnabled: false });
    const [response] = await Promise.all([
      page.waitForResponse(/attachments\/\w+\/$/),
      photos().first().click(),
    ]);
    expect(response.status()).toBe(200);
  });
});

describe('the page of a submission', () => {
  it('leads to the next and the previous one by the keys j and k, and by links beside the title', async () => {
    await open(`data/${ids[0]}/`);
    const title = (await page.getByRole('heading', { name: `Submission ${ids[0]}` }).boundingBox())!;
    const next = (await page.getByRole('link', { name: 'Next' }).boundingBox())!;
    expect(Math.abs(title.y + title.height / 2 - next.y - next.height / 2)).toBeLessThan(8);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `Submission ${ids[1]}` }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `Submission ${ids[2]}` }).waitFor();
    await page.locator('#status').focus();
    await page.keyboard.press('k');
    expect(page.url()).toContain(`/data/${ids[2]}/`);
    await page.locator('#status').blur();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: `Submission ${ids[1]}` }).waitFor();
  });
});
