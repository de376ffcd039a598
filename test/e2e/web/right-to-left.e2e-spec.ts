import type { Browser } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';

const CONTENT = {
  survey: [
    { type: 'integer', name: 'age', label: ['العمر'] },
    {
      type: 'select_one water',
      name: 'water',
      label: ['مصدر الماء'],
      relevant: '${age} >= 15 and ${age} <= 110',
    },
    { type: 'geopoint', name: 'place', label: ['المكان'] },
  ],
  choices: [
    { list_name: 'water', name: 'well', label: ['بئر'] },
    { list_name: 'water', name: 'river', label: ['A river with a name that is rather long'] },
  ],
  translations: [null],
};

let app: TestApp;
let chromium: Browser;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
  for (const [water, place] of [
    ['well', '1 34'],
    ['river', '1.5 34.5'],
  ])
    await submit(app, uid, {
      answers: `<age>30</age><water>${water!}</water><place>${place!} 0 0</place>`,
    });
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** Texts of drawings that lie beyond the section that they are in, and codes that are read from the right. */
const MISPLACED = `[
  ...[...document.querySelectorAll('svg.chart:not(.map) text')].filter((text) => {
    const [own, sheet] = [text, text.closest('.sheet')].map((each) => each.getBoundingClientRect());
    return own.left < sheet.left - 1 || own.right > sheet.right + 1;
  }),
  ...[...document.querySelectorAll('code, pre')].filter((code) => getComputedStyle(code).direction !== 'ltr'),
].map(({ textContent }) => textContent.trim())`;

it.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)(
  'pages in Arabic hold their charts, addresses and expressions at %i pixels, %s',
  async (width, colorScheme) => {
    const context = await chromium.newContext({
      locale: 'ar',
      viewport: { width, height: 844 },
      colorScheme,
    });
    const page = await context.newPage();
    await page.goto(`${app.origin}/accounts/login/`);
    await page.locator('#username').fill('owner');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('main form button').first().click();
    await page.waitForURL(/\/projects\/$/);
    for (const path of ['', 'reports/', 'form/', 'collect/', 'downloads/', 'settings/']) {
      await page.goto(`${app.origin}/projects/${uid}/${path}`);
      expect(await page.getAttribute('html', 'dir')).toBe('rtl');
      expect(await page.evaluate(MISPLACED)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await context.close();
  },
);
