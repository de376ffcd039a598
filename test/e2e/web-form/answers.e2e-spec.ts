import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { WEB_FORM_CONTENT, type Stored } from '../../factories/web-form.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

describe('answers on a page', () => {
  let app: TestApp;
  let browser: Browser;
  let form: AssetJson;
  let open: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'viewer', 'stranger']) await app.addUser(name);
    form = await makeDeployedAsset(app, { name: 'Wells', content: WEB_FORM_CONTENT });
    open = await makeDeployedAsset(app, { name: 'Open wells', content: WEB_FORM_CONTENT });
    await grant(app, form.uid, 'enumerator', ['add_submissions']);
    await grant(app, form.uid, 'viewer', ['view_submissions']);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const linksOf = async ({ uid }: AssetJson): Promise<Record<string, string>> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    return (body as { deployment__links: Record<string, string> }).deployment__links;
  };
  const stored = async ({ uid }: AssetJson): Promise<Stored[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    return (body as { results: Stored[] }).results;
  };
  const named = async (of: AssetJson, name: string): Promise<Stored[]> =>
    (await stored(of)).filter((each) => each['name'] === name);
  const visitor = (options: BrowserContextOptions = {}) => FormVisit.start(app, browser, options);

  it('refuse answers that break a rule, and name the question', async () => {
    const visit = await visitor();
    await visit.openForm((await linksOf(open))['url']!);
    await visit.send();
    await visit.page.getByText('1 question with error.').waitFor();
    expect(await visit.page.getByLabel('What is your name?').getAttribute('aria-invalid')).toBe('true');
    await visit.close();
  });

  it('store a submission once, however the answer to it is lost', async () => {
    const visit = await visitor();
    const { page } = visit;
    await visit.openForm(`${(await linksOf(open))['url']!}?d[/form/name]=Lost`);
    await page.route('**/submission', (route) => route.abort());
    await visit.send();
    await visit.notice('The service cannot be reached.');
    expect(await named(open, 'Lost')).toEqual([]);
    await page.unroute('**/submission');
    // Stores it, then drops the answer.
    await page.route('**/submission', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await visit.send();
    await visit.notice('The service cannot be reached.');
    expect(await named(open, 'Lost')).toHaveLength(1);
    await page.unroute('**/submission');
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await named(open, 'Lost')).toHaveLength(1);
    await visit.close();
  });

  it('are acknowledged as stored when they are sent again later, and said to be if they were changed', async () => {
    const content = {
      survey: [
        { type: 'end', name: 'end' },
        { type: 'text', name: 'name', label: 'Name' },
      ],
      choices: [],
      settings: {},
    };
    const timed = await makeDeployedAsset(app, { name: 'Timed', content });
    await grant(app, timed.uid, ANONYMOUS, ['add_submissions']);
    const visit = await visitor();
    const { page } = visit;
    await visit.openForm((await linksOf(timed))['url']!);
    for (const name of ['First', 'Second']) {
      await page.getByLabel('Name').fill(name);
      await page.route('**/submission', (route) => route.fetch().then(() => route.abort()), { times: 1 });
      await visit.send();
      await visit.notice('The service cannot be reached.');
      if (name === 'Second') {
        await page.getByLabel('Name').fill('Other');
        await visit.send();
        await visit.notice('Your answers arrived already, before you changed them.');
        await page.getByLabel('Name').fill(name);
      }
      await visit.send();
      await visit.notice(name === 'First' ? 'Sent. Thank you!' : 'Your answers arrived already');
    }
    expect((await stored(timed)).map((each) => each['name'])).toEqual(['First', 'Second']);
    await visit.close();
  });

  it('keep the answers when the session has ended', async () => {
    const visit = await visitor();
    await visit.signIn('enumerator');
    await visit.openForm(`${(await linksOf(form))['url']!}?d[/form/name]=Expired`);
    const cookies = await visit.page.context().cookies();
    await visit.page.context().clearCookies({ name: /^(?!csrftoken)/ });
    await visit.send();
    await visit.notice('You are no longer signed in.');
    await visit.page.context().addCookies(cookies);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await named(form, 'Expired')).toHaveLength(1);
    await visit.close();
  });

  it('show hostile labels as text', async () => {
    const visit = await visitor();
    await visit.openForm((await linksOf(open))['url']!);
    await visit.page.getByText('Village').first().waitFor();
    expect(await visit.page.evaluate(`'hacked' in window`)).toBe(false);
    await visit.close();
  });

  it('are written from right to left in Arabic, the form in the direction of its own texts', async () => {
    const visit = await visitor({ locale: 'ar' });
    await visit.openForm((await linksOf(open))['preview_url']!);
    expect(await visit.page.locator('html').getAttribute('dir')).toBe('rtl');
    const direction = `getComputedStyle(document.querySelector('.odk-form h1')).direction`;
    expect(await visit.page.evaluate(direction)).toBe('ltr');
    await visit.notice('معاينة: لا يُرسل شيء.');
    await visit.close();
  });
});
