import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const KINDS = [
  ['date', 'day'],
  ['date', 'month', 'month-year'],
  ['date', 'year', 'year'],
  ['date', 'plain', 'no-calendar'],
  ['date', 'ethiopian', 'ethiopian'],
  ['time', 'time'],
  ['dateTime', 'moment'],
  ['integer', 'whole'],
  ['integer', 'grouped', 'thousands-sep'],
  ['decimal', 'weight'],
  ['text', 'phone', 'numbers'],
] as const;
const CONTENT = {
  survey: [
    ...KINDS.map(([type, name, appearance]) => ({ type, name, label: `The ${name}`, appearance })),
    {
      type: 'range',
      name: 'steps',
      label: 'The steps',
      appearance: 'vertical',
      parameters: 'start=0;end=5;step=1',
    },
    { type: 'calculate', name: 'age', calculation: "int((date('2026-11-27') - date(${day})) div 365.25)" },
  ],
  choices: [],
  settings: {},
};

describe('written answers', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Written', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const open = async (options: BrowserContextOptions = {}): Promise<FormVisit> => {
    const visit = await FormVisit.start(app, browser, { timezoneId: 'Africa/Nairobi', ...options });
    await visit.openForm(`/web-forms/${uid}/`);
    return visit;
  };
  const field = ({ page }: FormVisit, name: string): Locator =>
    page.getByRole('textbox', { name: `The ${name}`, exact: true });
  const question = ({ page }: FormVisit, name: string): Locator =>
    page.locator('.question-container').filter({ hasText: `The ${name}` });
  const write = async (visit: FormVisit, answers: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(answers)) {
      await field(visit, name).fill(text);
      await field(visit, name).blur();
    }
  };
  const newest = async (): Promise<Record<string, unknown>> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":-1}`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results[0]!;
  };

  const STORED = {
    day: '1990-04-03',
    month: '2026-11-01',
    year: '2026-01-01',
    plain: '2026-12-25',
    ethiopian: '2020-02-29',
    time: '14:35:00.000+03:00',
    moment: '2026-11-24T10:30:00.000+03:00',
    whole: '34',
    grouped: '1234567',
    weight: '12.5',
    phone: '0071',
    age: '36',
  };

  it('are read in the person’s own way and by ISO 8601, and stored as Collect stores them', async () => {
    const own = {
      'en-GB': ['03/04/1990', '11/2026', '25/12/2026', '14:35', '24/11/2026 10:30', '12.5', '1,234,567'],
      'en-US': ['4/3/1990', '11/2026', '12/25/2026', '2:35 PM', '11/24/2026 10:30 AM', '12.5', '1,234,567'],
      'fr-FR': ['03/04/1990', '11/2026', '25/12/2026', '14h35', '24/11/2026 10:30', '12,5', '1 234 567'],
      'de-DE': ['3.4.1990', '11.2026', '25.12.2026', '14:35', '24.11.2026, 10:30', '12,5', '1.234.567'],
      ar: ['03/04/1990', '2026-11', '25/12/2026', '٠٢:٣٥ م', '24/11/2026 10:30', '١٢٫٥', '1234567'],
      sw: ['1990-04-03', '2026-11', '2026-12-25', '14:35:00', '2026-11-24T10:30', '12,5', '1234567'],
    };
    for (const [locale, [day, month, plain, time, moment, weight, grouped]] of Object.entries(own)) {
      const visit = await open({ locale });
      await write(visit, {
        day: day!,
        month: month!,
        year: '2026',
        plain: plain!,
        ethiopian: '2020-02-29',
        time: time!,
        moment: moment!,
        whole: '34',
        grouped: grouped!,
        weight: weight!,
        phone: '0071',
      });
      const shown = await visit.page.locator('.answer-problem').allTextContents();
      expect({ locale, shown }).toEqual({ locale, shown: [] });
      await visit.page.locator('.footer button').click();
      await visit.page.locator('.result-dialog.done').waitFor();
      expect({ locale, ...(await newest()) }).toMatchObject({ locale, ...STORED });
      expect(visit.errors).toEqual([]);
      await visit.close();
    }
  });

  it('that can’t be read stay in sight, with what is wrong, and are not sent as blank', async () => {
    const before = await newest();
    const visit = await open();
    const unreadable = {
      day: '31/02/2026',
      month: '15/11/2026',
      year: '26',
      time: '25:00',
      moment: 'tomorrow noon',
      whole: '12.7',
      weight: '1,234',
    };
    await write(visit, unreadable);
    for (const [name, text] of Object.entries(unreadable)) {
      expect(await field(visit, name).inputValue()).toBe(text);
      expect(await field(visit, name).getAttribute('aria-invalid')).toBe('true');
      await question(visit, name).getByRole('alert').waitFor();
    }
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.send();
    await visit.notice('An answer could not be read.');
    await visit.page.locator('input[placeholder="DD/MM/YYYY"]:focus').waitFor();
    expect(await newest()).toEqual(before);
    await write(visit, {
      ...Object.fromEntries(Object.keys(unreadable).map((name) => [name, ''])),
      weight: '3',
    });
    expect(await visit.page.locator('.answer-problem').count()).toBe(0);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await newest()).toMatchObject({ weight: '3.0' });
    expect(await newest()).not.toHaveProperty('day');
    await visit.close();
  });

  it('are chosen with the pickers of the browser, where the kind has one', async () => {
    const visit = await open();
    const types = await visit.page
      .locator('.answer-picker')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('type')));
    expect(types).toEqual(['date', 'month', 'date', 'time', 'datetime-local']);
    const choose = (name: string, value: string): Promise<void> =>
      question(visit, name).locator('.answer-picker').fill(value, { force: true });
    await choose('day', '2026-11-15');
    await choose('month', '2026-11');
    await choose('time', '14:35');
    await choose('moment', '2026-11-24T10:30');
    expect(await field(visit, 'day').inputValue()).toBe('15/11/2026');
    expect(await field(visit, 'month').inputValue()).toBe('11/2026');
    await question(visit, 'day').getByText('Sunday, 15 November 2026').waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await newest()).toMatchObject({
      day: '2026-11-15',
      month: '2026-11-01',
      time: '14:35:00.000+03:00',
      moment: '2026-11-24T10:30:00.000+03:00',
    });
    await visit.close();
  });

  it('are typed where Firefox has no picker, which chooses the date of a moment only', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const visit = await open({ userAgent });
    expect(await question(visit, 'time').getByRole('button').count()).toBe(0);
    const picker = question(visit, 'moment').locator('.answer-picker');
    expect(await picker.getAttribute('type')).toBe('date');
    await write(visit, { moment: '24/11/2026 10:30' });
    await picker.fill('2026-11-15', { force: true });
    expect(await field(visit, 'moment').inputValue()).toBe('15/11/2026 10:30');
    await write(visit, { moment: '' });
    await picker.fill('2026-11-16', { force: true });
    expect(await field(visit, 'moment').inputValue()).toMatch(/^16\/11\/2026 \d\d:\d\d$/);
    await visit.close();
  });

  it('of another calendar come with a warning and the date in that calendar', async () => {
    const visit = await open();
    await question(visit, 'ethiopian').getByText('another calendar (Ethiopic').waitFor();
    await write(visit, { ethiopian: '29/02/2020' });
    await question(visit, 'ethiopian')
      .getByText(/^Saturday,? 29 February 2020 = 21 Yekatit 2012/)
      .waitFor();
    await visit.close();
  });

  it('on a vertical range stand where they are stored', async () => {
    const visit = await open();
    const range = question(visit, 'steps');
    const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.y;
    expect(await topOf(range.locator('.range-max'))).toBeLessThan(await topOf(range.locator('.range-min')));
    await range.getByRole('slider').focus();
    const low = await topOf(range.getByRole('slider'));
    for (let n = 0; n < 5; n += 1) await visit.page.keyboard.press('ArrowUp');
    expect(await topOf(range.getByRole('slider'))).toBeLessThan(low);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await newest()).toMatchObject({ steps: '5' });
    await visit.close();
  });

  it.each([1280, 390])('are drawn at %i px', async (width) => {
    const visit = await open({
      viewport: { width, height: 900 },
      hasTouch: width < 500,
      isMobile: width < 500,
    });
    await write(visit, { weight: '1,234' });
    expect(await seriousFindings(visit.page)).toEqual([]);
    expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await visit.close();
  });
});
