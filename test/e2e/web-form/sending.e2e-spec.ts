import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const CONTENT = {
  survey: [
    ...Array.from({ length: 30 }, (_, n) => ({ type: 'text', name: `q${n}`, label: `Question ${n}` })),
    { type: 'image', name: 'photo', label: 'Photo' },
  ],
  choices: [],
  settings: {},
};
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 800 },
  isMobile: true,
  hasTouch: true,
};

describe('the result of sending', () => {
  let app: TestApp;
  let browser: Browser;
  let form: AssetJson;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    await app.addUser('enumerator');
    form = await makeDeployedAsset(app, { name: 'Long', content: CONTENT });
    await grant(app, form.uid, ANONYMOUS, ['add_submissions']);
    await grant(app, form.uid, 'enumerator', ['add_submissions', 'change_submissions', 'view_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const stored = async (): Promise<Record<string, unknown>[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${form.uid}/data/?sort={"_id":1}`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results;
  };
  const open = async (options: BrowserContextOptions = {}, path = ''): Promise<FormVisit> => {
    const visit = await FormVisit.start(app, browser, options);
    await visit.openForm(`/web-forms/${form.uid}/${path}`);
    return visit;
  };
  /** In sight with the focus inside, although the page is scrolled to its end. */
  const expectInSight = async ({ page }: FormVisit, text: string): Promise<void> => {
    const dialog = page.locator('.result-dialog');
    await dialog.getByText(text).waitFor();
    const box = (await dialog.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await dialog.locator(':focus').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  };

  it.each([
    ['a computer', {}],
    ['a phone', PHONE],
  ] as const)('stands in sight on %s, and leads to an empty form', async (_, options) => {
    const visit = await open(options);
    const { page } = visit;
    await page.getByLabel('Question 29').fill('last');
    await visit.send();
    await expectInSight(visit, 'Sent. Thank you!');
    await page.getByRole('button', { name: 'Fill in again' }).click();
    expect(await page.getByLabel('Question 29').inputValue()).toBe('');
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.locator('input:focus').waitFor();
    await visit.close();
  });

  it('says why an answer was not taken', async () => {
    const visit = await open(PHONE);
    await visit.page.route('**/submission', (route) =>
      route.fulfill({
        status: 400,
        body: '<OpenRosaResponse><message>No more space.</message></OpenRosaResponse>',
      }),
    );
    await visit.page.getByLabel('Question 29').fill('refused');
    await visit.send();
    await expectInSight(visit, 'No more space.');
    await visit.page.keyboard.press('Escape');
    expect(await visit.page.getByLabel('Question 29').inputValue()).toBe('refused');
    await visit.close();
  });

  it('is asked for before a form without any answer is sent', async () => {
    const before = (await stored()).length;
    const visit = await open();
    await visit.send();
    await expectInSight(visit, 'You have not answered anything yet.');
    await visit.page.getByRole('button', { name: 'Back to the form' }).click();
    expect(await stored()).toHaveLength(before);
    await visit.sendUntouched();
    await visit.notice('Sent. Thank you!');
    // The next one is empty again.
    await visit.send();
    await expectInSight(visit, 'You have not answered anything yet.');
    expect(await stored()).toHaveLength(before + 1);
    await visit.close();
  });

  it('leads to the sign-in after the session has ended, and back to the same answers', async () => {
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('enumerator');
    await visit.openForm(`/web-forms/${form.uid}/`);
    await page.getByLabel('Question 29').fill('kept');
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({
        name: 'well.jpg',
        mimeType: 'image/jpeg',
        buffer: await photo(40, 30),
      });
    await page.context().clearCookies();
    await visit.send();
    await expectInSight(visit, 'You are no longer signed in.');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await visit.fillSignIn('enumerator');
    await page.locator('.odk-form').waitFor();
    await page.getByText('These are your answers from before you signed in.').waitFor();
    expect(await page.getByLabel('Question 29').inputValue()).toBe('kept');
    await page.locator('img[src^="blob:"]').waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await page.getByLabel('Question 29').inputValue()).toBe('');
    const [last] = (await stored()).slice(-1);
    expect(last).toMatchObject({ q29: 'kept', _submitted_by: 'enumerator' });
    expect(last!['_attachments']).toHaveLength(1);
    await page.reload();
    await page.locator('.odk-form').waitFor();
    expect(await page.getByLabel('Question 29').inputValue()).toBe('');
    await visit.close();
  });

  it('does not send as somebody else who has signed in meanwhile', async () => {
    const before = (await stored()).length;
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('enumerator');
    await visit.openForm(`/web-forms/${form.uid}/`);
    await page.getByLabel('Question 29').fill('mine');
    await page.context().clearCookies();
    await (await visit.anotherTab()).signIn('owner');
    await visit.send();
    await expectInSight(visit, 'You are no longer signed in.');
    expect(await stored()).toHaveLength(before);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await visit.fillSignIn('enumerator');
    await page.getByText('These are your answers from before you signed in.').waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect((await stored()).at(-1)).toMatchObject({ q29: 'mine', _submitted_by: 'enumerator' });
    await visit.close();
  });

  it('asks before the page is left with unsent answers, and not without', async () => {
    const visit = await open();
    const { page } = visit;
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    const type = async (text: string): Promise<void> => {
      await page.getByLabel('Question 0').click();
      await page.keyboard.type(text);
    };
    const leave = async (): Promise<number> => {
      await page.reload();
      await page.locator('.odk-form').waitFor();
      return questions.splice(0).length;
    };
    await page.getByLabel('Question 0').click();
    expect(await leave()).toBe(0);
    await type('unsent');
    expect(await leave()).toBe(1);
    await type('sent');
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await leave()).toBe(0);
    await visit.close();
  });

  it('keeps a changed submission likewise', async () => {
    await submit(app, form.uid, { answers: '<q0>first</q0><q1>stays</q1>' });
    const [{ _id: id }] = (await stored()).slice(-1) as [{ _id: number }];
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('enumerator');
    await visit.openForm(`/web-forms/${form.uid}/edit/${id}/`);
    await visit.send();
    await expectInSight(visit, 'You have not changed anything.');
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await page.getByLabel('Question 0').fill('second');
    await page.context().clearCookies();
    await visit.send();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await visit.fillSignIn('enumerator');
    await page.getByText('These are your answers from before you signed in.').waitFor();
    await page.locator('.odk-form').waitFor();
    await visit.send();
    await page.getByText('The changes are saved.').waitFor();
    expect((await stored()).find(({ _id }) => _id === id)).toMatchObject({ q0: 'second', q1: 'stays' });
    await visit.close();
  });
});
