import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const CONTENT = {
  survey: [{ type: 'geotrace', name: 'path', label: 'The path' }],
  choices: [],
  settings: {},
};
const POINTS = ['1.5 2.5 100 5', '1.6 2.6 110 6', '1.7 2.4 120 7'];
/** Decimals are the engine's. */
const numbersOf = (points: readonly string[]): number[][] =>
  points.map((point) => point.trim().split(' ').map(Number));

describe('a trace', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('keeps its points when one is added, which is stored as it was typed', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'Paths', content: CONTENT });
    const id = await submit(app, uid, { answers: `<path>${POINTS.join(';')}</path>` });
    const path = `/api/v2/assets/${uid}/data/${id}/`;
    const { url } = (await app.as('owner').get(`${path}enketo/edit/`).expect(200)).body as { url: string };
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('owner');
    await visit.openForm(url);
    await page.getByText('3 points saved').waitFor();
    await page.getByRole('button', { name: 'Advanced' }).click();
    const map = page.locator('.ol-viewport');
    const position = { x: 30, y: 30 };
    await map.click({ position, delay: 50 });
    await page.getByText('4 points saved').waitFor();
    // Two clicks within 250 ms zoom the map.
    await page.waitForTimeout(400);
    await map.click({ position, delay: 50 });
    await page.locator('#latitude:enabled').fill('-1.2921');
    await page.locator('#longitude').fill('36.8219');
    await page.locator('#longitude').press('Tab');
    await visit.send();
    await page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    const { body } = await app.as('owner').get(path).expect(200);
    const stored = (body as { path: string }).path.split(';');
    expect(numbersOf(stored)).toEqual(numbersOf([...POINTS, '-1.2921 36.8219']));
    await visit.close();
  });

  it.each([
    { kind: 'geotrace', points: POINTS, shown: '3 points saved' },
    { kind: 'geoshape', points: [...POINTS, POINTS[0]!], shown: '3 points saved' },
  ])('is not sent while a typed place of a $kind is invalid', async ({ kind, points, shown }) => {
    const content = { survey: [{ type: kind, name: 'path', label: 'The path' }], choices: [], settings: {} };
    const { uid } = await makeDeployedAsset(app, { name: 'Paths', content });
    const id = await submit(app, uid, { answers: `<path>${points.join(';')}</path>` });
    const path = `/api/v2/assets/${uid}/data/${id}/`;
    const stored = async (): Promise<number[][]> => {
      const { body } = await app.as('owner').get(path).expect(200);
      return numbersOf((body as { path: string }).path.split(';'));
    };
    const { url } = (await app.as('owner').get(`${path}enketo/edit/`).expect(200)).body as { url: string };
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('owner');
    await visit.openForm(url);
    await page.getByText(shown).waitFor();
    await page.getByRole('button', { name: 'Advanced' }).click();
    const latitude = page.locator('#latitude');
    await choosePoint(page);
    for (const wrong of ['95', '']) {
      await latitude.fill(wrong);
      await visit.send();
      await visit.notice('An answer could not be read.');
      await page.locator('#latitude[aria-invalid=true]:focus').waitFor();
      expect(await stored()).toEqual(numbersOf(points));
    }
    // What was typed stays in a panel that is closed.
    await page.getByRole('button', { name: 'Advanced' }).click();
    await latitude.waitFor({ state: 'detached' });
    await visit.send();
    await visit.notice('An answer could not be read.');
    await page.locator('#latitude:focus').fill('-1.2921');
    await page.locator('#accuracy').fill('');
    await page.locator('#altitude').fill('');
    await visit.send();
    await page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    const expected = numbersOf(points).map((point) => (point[0] === 1.5 ? [-1.2921, 2.5] : point));
    expect(await stored()).toEqual(expected);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
});

/** Selects a point of what is drawn, which fills the middle of the map. */
async function choosePoint(page: Page): Promise<void> {
  const map = page.locator('.ol-viewport');
  const { width, height } = (await map.boundingBox())!;
  await map.click({ position: { x: width / 2, y: height / 2 }, delay: 50 });
  await page.locator('#latitude:enabled').waitFor();
}
