import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { WEB_FORM_CONTENT, type Stored } from '../../factories/web-form.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { FormVisit } from '../../support/form-browser';

describe('pages that fill in a form', () => {
  let app: TestApp;
  let browser: Browser;
  let site: Server;
  let siteOrigin: string;
  let form: AssetJson;
  let open: AssetJson;

  beforeAll(async () => {
    // A page of another origin that shows the address in its query in a frame.
    site = createServer((request, response) => {
      const src = new URL(request.url!, 'http://site.invalid').searchParams.get('show') ?? '';
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<iframe src="${src}" width="900" height="900"></iframe>`);
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
    app = await startApp({
      environment: { FRAME_ANCESTORS: siteOrigin, WEB_FORM_RETURN_ORIGINS: siteOrigin },
    });
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
    site.close();
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
  const expectClean = ({ errors, hosts }: FormVisit): void => {
    expect(errors).toEqual([]);
    expect([...hosts]).toEqual([new URL(app.origin).host]);
  };

  it('have the links of a deployed form, and none of an archived one', async () => {
    const links = await linksOf(form);
    const at = (address: string): string => `${app.origin}/web-forms/${form.uid}/${address}`;
    expect(links).toEqual({
      url: at(''),
      single_url: at('single/'),
      single_once_url: at('once/'),
      offline_url: `${app.origin}/web-forms/offline/${form.uid}/`,
      preview_url: at('preview/'),
      iframe_url: at('frame/'),
      single_iframe_url: at('frame-single/'),
      single_once_iframe_url: at('frame-once/'),
      preview_iframe_url: at('frame-preview/'),
    });
    const archived = await makeDeployedAsset(app, { active: false });
    expect(await linksOf(archived)).toEqual({});
  });

  it.each([
    ['owner', 200],
    ['enumerator', 200],
    ['viewer', 404],
    ['stranger', 404],
  ])('open to %s with %i, and never as another mode', async (caller, status) => {
    for (const link of Object.values(await linksOf(form))) {
      const path = new URL(link).pathname;
      const { headers } = await app.as(caller).get(path).set('Accept', 'text/html').expect(status);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    await app.as(caller).get(`/web-forms/${form.uid}/unknown/`).set('Accept', 'text/html').expect(404);
  });

  it('lead a visitor to the sign-in page, unless the form is open to anyone', async () => {
    for (const [key, link] of Object.entries(await linksOf(form))) {
      const { pathname } = new URL(link);
      const { headers } = await app.as(ANONYMOUS).get(pathname).set('Accept', 'text/html').expect(302);
      expect([key, headers['location']]).toEqual([
        key,
        `/accounts/login/?next=${encodeURIComponent(pathname)}`,
      ]);
    }
    for (const link of Object.values(await linksOf(open)))
      await app.as(ANONYMOUS).get(new URL(link).pathname).set('Accept', 'text/html').expect(200);
  });

  it('may be framed by the origins of the setting only, and only if they are meant to be', async () => {
    for (const [key, link] of Object.entries(await linksOf(form))) {
      const { headers } = await app.as('owner').get(new URL(link).pathname).expect(200);
      const ancestors = key.includes('iframe') ? `'self' ${siteOrigin}` : "'none'";
      expect([key, headers['content-security-policy']]).toEqual([
        key,
        expect.stringMatching(new RegExp(`; frame-ancestors ${ancestors}$`)),
      ]);
    }
  });

  it('send many submissions in a row', async () => {
    const visit = await visitor();
    await visit.signIn('enumerator');
    await visit.openForm((await linksOf(form))['url']!);
    expect(await visit.page.title()).toBe('Wells');
    for (const name of ['Asha', 'Juma']) {
      await visit.page.getByLabel('Answered questions: 0 / 3').waitFor();
      await visit.page.getByLabel('What is your name?').fill(name);
      await visit.page.getByLabel('How old are you?').pressSequentially('34');
      await visit.page.getByLabel('Answered questions: 2 / 3').waitFor();
      const sent = visit.page.waitForResponse('**/submission');
      await visit.send();
      await sent;
      await visit.notice('Sent. Thank you!');
      expect(await visit.page.getByLabel('What is your name?').inputValue()).toBe('');
    }
    expectClean(visit);
    const expected = (name: string) => [{ name, age: '34', _submitted_by: 'enumerator' }];
    expect(await named(form, 'Asha')).toMatchObject(expected('Asha'));
    expect(await named(form, 'Juma')).toMatchObject(expected('Juma'));
    await visit.close();
  });

  it('take a visitor to the sign-in page and back', async () => {
    const visit = await visitor();
    const link = (await linksOf(form))['url']!;
    await visit.open(`${link}?d[/form/name]=Neema`);
    await visit.fillSignIn('enumerator');
    await visit.page.locator('.odk-form').waitFor();
    expect(visit.page.url().startsWith(link)).toBe(true);
    expect(await visit.page.getByLabel('What is your name?').inputValue()).toBe('Neema');
    await visit.close();
  });

  it('take one submission, then show the text of the form in the language of the browser', async () => {
    for (const [locale, name, button, text] of [
      ['en-GB', 'Single', 'Send', 'Well done.'],
      ['fr-CA', 'Seul', 'Envoyer', 'Bien fait.'],
    ]) {
      const visit = await visitor({ locale: locale! });
      await visit.openForm(`${(await linksOf(open))['single_url']!}?d[/form/name]=${name}`);
      await visit.page.getByRole('button', { name: button!, exact: true }).click();
      await visit.page.locator('.confirmation').getByText(text!).waitFor();
      expect(await visit.page.locator('html').getAttribute('lang')).toBe(locale!.slice(0, 2));
      expectClean(visit);
      expect(await named(open, name!)).toMatchObject([{ name, _submitted_by: null }]);
      await visit.close();
    }
  });

  it('lead on to an allowed address, and to no other', async () => {
    for (const [target, leads] of [
      [`${siteOrigin}/thanks`, true],
      ['https://evil.example/', false],
    ] as const) {
      const visit = await visitor();
      const query = new URLSearchParams({ return_url: target, 'd[/form/name]': 'Returning' });
      await visit.openForm(`${(await linksOf(open))['single_url']!}?${query.toString()}`);
      await visit.send();
      if (leads) await visit.page.waitForURL(target);
      else await visit.page.locator('.confirmation').waitFor();
      await visit.close();
    }
    expect(await named(open, 'Returning')).toHaveLength(2);
  });

  it('take one submission from each browser', async () => {
    const visit = await visitor();
    const link = `${(await linksOf(open))['single_once_url']!}?d[/form/name]=Once`;
    await visit.openForm(link);
    await visit.send();
    await visit.page.locator('.confirmation').waitFor();
    await visit.open(link);
    await visit.page.getByText('already filled in').waitFor();
    expect(await visit.page.locator('.odk-form').count()).toBe(0);
    await visit.close();
    expect(await named(open, 'Once')).toHaveLength(1);
  });

  it('send nothing from a preview', async () => {
    const before = (await stored(open)).length;
    const visit = await visitor();
    await visit.openForm(`${(await linksOf(open))['preview_url']!}?d[/form/name]=Preview`);
    await visit.send();
    await visit.notice('A preview is not sent.');
    expectClean(visit);
    await visit.close();
    expect(await stored(open)).toHaveLength(before);
  });

  it('work in a frame of an allowed site, which sends no session', async () => {
    const visit = await visitor();
    const link = `${(await linksOf(open))['single_iframe_url']!}?d[/form/name]=Framed`;
    await visit.open(`${siteOrigin}/?show=${encodeURIComponent(link)}`);
    const frame = visit.page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.locator('.confirmation').waitFor();
    expect(await named(open, 'Framed')).toHaveLength(1);
    const refused = await visitor();
    const plain = (await linksOf(open))['url']!;
    await refused.open(`${siteOrigin}/?show=${encodeURIComponent(plain)}`);
    await expect(
      refused.page.frameLocator('iframe').locator('.odk-form').waitFor({ timeout: 2000 }),
    ).rejects.toThrow();
    expect(refused.errors.join()).toContain('frame-ancestors');
    await visit.close();
    await refused.close();
  });

  it.each(['iframe_url', 'preview_iframe_url'])('show %s in a frame of an allowed site only', async (key) => {
    const link = (await linksOf(open))[key]!;
    const framedBy = async (origin: string): Promise<FormVisit> => {
      const visit = await visitor();
      await visit.open(`${origin}/?show=${encodeURIComponent(link)}`);
      return visit;
    };
    const allowed = await framedBy(siteOrigin);
    await allowed.page.frameLocator('iframe').getByRole('button', { name: 'Send' }).waitFor();
    expect(allowed.errors).toEqual([]);
    // The same server under another name is another origin.
    const refused = await framedBy(siteOrigin.replace('localhost', '127.0.0.1'));
    const errors = await eventually(
      () => Promise.resolve(refused.errors.join()),
      (found) => found !== '',
    );
    expect(errors).toContain('frame-ancestors');
    expect(await refused.page.frameLocator('iframe').locator('#web-form').count()).toBe(0);
    await allowed.close();
    await refused.close();
  });

  it('open for a collector link, without an account', async () => {
    const { body } = await app
      .as('owner')
      .post(`/api/v2/assets/${form.uid}/collector-links/`)
      .send({})
      .expect(201);
    const { link } = body as { link: string };
    const visit = await visitor();
    await visit.openForm(`${link}/?d[/form/name]=Linked`);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expectClean(visit);
    expect(await named(form, 'Linked')).toMatchObject([{ _submitted_by: null }]);
    expect(await visit.open(`/collector/${'0'.repeat(40)}/`)).toBe(404);
    await visit.close();
  });

  it('fill in questions by the address, but neither groups nor metadata', async () => {
    const visit = await visitor();
    const query = new URLSearchParams({
      'd[/form/name]': `O'Neil & <b>`,
      'd[/data/home/village]': 'Mto',
      'd[/form/home]': 'lost',
      'd[/form/meta/instanceID]': 'uuid:mine',
      'd[/form/none]': 'lost',
    });
    await visit.openForm(`${(await linksOf(open))['single_url']!}?${query.toString()}`);
    await visit.send();
    await visit.page.locator('.confirmation').waitFor();
    const [one] = await named(open, `O'Neil & <b>`);
    expect(one).toMatchObject({ 'home/village': 'Mto' });
    expect(one!['meta/instanceID']).not.toBe('uuid:mine');
    await visit.close();
  });
});
