import type { Browser } from 'playwright-core';
import { OfflineForm } from '../../factories/offline-form';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';

describe('the offline page for everyone', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'other']) await app.addUser(name);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it.each([1280, 390])(
    'has no serious finding of axe-core at %i px, nor a sideways scroll',
    async (width) => {
      const form = await OfflineForm.deploy(app);
      const offline = await form.open(browser, 'enumerator');
      const { visit, page } = offline;
      await page.setViewportSize({ width, height: 900 });
      const expectClean = async (): Promise<void> => {
        expect(await seriousFindings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      };
      await expectClean();
      await visit.send();
      await page.getByText('1 question with error.').waitFor();
      await expectClean();

      await offline.answer('A draft with a long name '.repeat(4));
      await offline.openDetails('.offline-bar details');
      await expectClean();
      await page.getByRole('button', { name: 'Put aside as a draft' }).click();
      await visit.notice('The draft is put aside.');
      await offline.queue('Asha');
      await form.deployment({ active: false });
      await page.context().setOffline(false);
      await offline.reason('Form is not active');
      for (const list of ['.queue', '.drafts']) await offline.openDetails(list);
      await expectClean();
      await visit.close();
    },
  );
});
