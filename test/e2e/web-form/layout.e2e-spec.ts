import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const YES_NO = ['Yes', 'No'].map((label) => ({ list_name: 'yn', name: label.toLowerCase(), label }));
const AGREEMENT = ['Strongly disagree', 'Disagree', 'Neither agree nor disagree', 'Agree', 'Strongly agree'];
const PAGES = {
  survey: [
    { type: 'text', name: 'name', label: 'Name', required: true, appearance: 'w2' },
    { type: 'select_one yn', name: 'more', label: 'More?', appearance: 'w2' },
    { type: 'integer', name: 'why', label: 'Why?', relevant: "${more} = 'yes'", constraint: '. < 9' },
    { type: 'begin_group', name: 'home', label: 'Home', appearance: 'field-list' },
    { type: 'text', name: 'street', label: 'Street', appearance: 'w3' },
    { type: 'text', name: 'number', label: 'Number', appearance: 'w1' },
    { type: 'end_group' },
    { type: 'begin_group', name: 'plain', label: 'Plain' },
    { type: 'integer', name: 'one', label: 'One' },
    { type: 'text', name: 'two', label: 'Two', required: "${one} = '1'" },
    { type: 'end_group' },
    { type: 'begin_repeat', name: 'child', label: 'Child', appearance: 'field-list' },
    { type: 'text', name: 'first_name', label: 'First name' },
    { type: 'end_repeat' },
    { type: 'note', name: 'thanks', label: 'Thanks' },
  ],
  choices: YES_NO,
  settings: { style: 'theme-grid pages' },
};
const MATRIX = {
  survey: [
    { type: 'begin_kobomatrix', name: 'm', label: 'Vehicles', 'kobo--matrix_list': 'items' },
    { type: 'text', name: 'owner', label: 'Owner', required: true, appearance: 'w1' },
    { type: 'select_one yn', name: 'used', label: 'In use', appearance: 'w2' },
    { type: 'end_kobomatrix' },
    { type: 'text', name: 'remark', label: 'Remark', appearance: 'no-label' },
  ],
  choices: [...YES_NO, { list_name: 'items', name: 'car', label: 'Car' }],
  settings: { style: 'theme-grid no-text-transform' },
};
const TABLES = {
  survey: [
    { type: 'begin_group', name: 'table', label: 'Statements', appearance: 'table-list' },
    ...['Clean', 'Fair'].map((label) => ({ type: 'select_one agree', name: label.toLowerCase(), label })),
    { type: 'end_group' },
    { type: 'select_one agree', name: 'columns', label: 'Columns', appearance: 'columns-3' },
  ],
  choices: AGREEMENT.map((label, n) => ({ list_name: 'agree', name: `a${n}`, label })),
  settings: {},
};
const ARABIC = {
  translations: ['العربية (ar)'],
  translated: ['label'],
  survey: [
    { type: 'text', name: 'name', label: ['ما اسمك؟'], required: true },
    { type: 'select_one yn', name: 'ok', label: ['نعم؟'] },
  ],
  choices: YES_NO.map(({ label, ...each }) => ({ ...each, label: [label === 'Yes' ? 'نعم' : 'لا'] })),
  settings: {},
};

/** Picture with two regions, and with all that could harm the page or ask another host. */
const HOSTILE_MAP = `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"
  xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="200" onload="window.hacked = 1">
  <script>window.hacked = 2</script>
  <style>.a { fill: #8bc34a } .b { fill: url(http://evil.invalid/a.svg#b) } body { display: none }</style>
  <path id="yes" class="a" d="M0 0H200V200H0z" onclick="window.hacked = 3"/>
  <g id="no" class="b"><rect x="200" width="200" height="100"/></g><rect id="web-form" y="100" width="9" height="9"/>
  <a xlink:href="javascript:window.hacked = 4"><circle id="a" r="30"/></a><use href="http://evil.invalid/b.svg#b"/>
  <image href="http://evil.invalid/c.png" width="9" height="9"/><set attributeName="onclick" to="window.hacked = 5"/>
  <foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hacked = 6"/>
  </foreignObject></svg>`;
const MAPS = {
  survey: ['select_one yn', 'select_multiple yn'].map((type, n) => ({
    type,
    name: `q${n}`,
    label: `Where ${n}?`,
    appearance: 'image-map',
    'media::image': 'map.svg',
  })),
  choices: YES_NO,
  settings: {},
};

describe('the layout of a form', () => {
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

  const open = async (
    content: object,
    options: BrowserContextOptions,
  ): Promise<FormVisit & { uid: string }> => {
    const { uid } = await makeDeployedAsset(app, { name: 'Layout', content });
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    const visit = await FormVisit.start(app, browser, options);
    await visit.openForm(`/web-forms/${uid}/`);
    return Object.assign(visit, { uid });
  };
  const labels = (page: Page): Promise<string[]> =>
    page.locator('.question-container:visible .control-text').allInnerTexts();
  const turn = async (page: Page, name: 'Next' | 'Back'): Promise<string[]> => {
    await page.getByRole('button', { name, exact: true }).click();
    return labels(page);
  };
  const expectFits = async ({ page, errors }: FormVisit, width: number): Promise<void> => {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
  };
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('shows a page at a time, at %i px and in %s colours', async (width, colorScheme) => {
    const visit = await open(PAGES, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visit;
    const field = (): Locator => page.locator('.question-container:visible input').first();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    expect(await labels(page)).toEqual(['Name']);
    expect(await send.isVisible()).toBe(false);
    expect(await turn(page, 'Next')).toEqual(['Name']);
    await page.locator('.validation-message:visible').waitFor();
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    await expectFits(visit, width);
    await field().fill('Asha');
    expect(await turn(page, 'Next')).toEqual(['More?']);
    await page.getByText('Page 2 of 7').waitFor();
    await page.locator('.question-container:visible').getByText('Yes').click();
    await page.getByText('Page 2 of 8').waitFor();
    expect(await turn(page, 'Next')).toEqual(['Why?']);
    await field().fill('10');
    expect(await turn(page, 'Next')).toEqual(['Why?']);
    await field().fill('8');
    expect(await turn(page, 'Next')).toEqual(['Street', 'Number']);
    const [street, number] = [await boxOf(field()), await boxOf(page.getByLabel('Number'))];
    if (width === 390) expect(number.x).toBe(street.x);
    else expect([number.y, number.x > street.x + street.width]).toEqual([street.y, true]);
    await expectFits(visit, width);
    expect(await turn(page, 'Next')).toEqual(['One']);
    expect(await turn(page, 'Next')).toEqual(['Two']);
    expect(await turn(page, 'Next')).toEqual(['First name']);
    await page.getByRole('button', { name: 'Add Child' }).click();
    await page.getByText('Page 8 of 9').waitFor();
    await field().fill('Juma');
    expect(await turn(page, 'Next')).toEqual(['Thanks']);
    for (const expected of ['First name', 'First name', 'Two', 'One'])
      expect(await turn(page, 'Back')).toEqual([expected]);
    // An answer that makes a later one necessary, whose page is passed over no more.
    await field().fill('1');
    expect([await turn(page, 'Next'), await turn(page, 'Next')]).toEqual([['Two'], ['Two']]);
    await field().fill('2');
    for (let pages = 0; pages < 3; pages += 1) await turn(page, 'Next');
    await send.click();
    await visit.notice('Sent. Thank you!');
    await page.getByText('Page 1 of 7').waitFor();
    expect(await labels(page)).toEqual(['Name']);
    const { body } = await app.as('owner').get(`/api/v2/assets/${visit.uid}/data/`).expect(200);
    expect((body as { results: object[] }).results).toMatchObject([
      { name: 'Asha', why: '8', 'plain/two': '2', child: [{ 'child/first_name': 'Juma' }] },
    ]);
    await visit.close();
  });

  it('hides the labels of matrix cells from sight in the columns of the grid only', async () => {
    const seen = async ({ page }: FormVisit, text: string): Promise<boolean> => {
      const { width, height } = await boxOf(page.getByText(text, { exact: true }));
      return Math.min(width, height) > 2;
    };
    const wide = await open(MATRIX, { viewport: { width: 1280, height: 900 } });
    for (const label of ['car-Owner', 'car-In use']) expect(await seen(wide, label)).toBe(false);
    const lastLabel = '[...document.querySelectorAll("[data-label-hidden] .control-text > label")].at(-1)';
    expect(await wide.page.evaluate(`${lastLabel}.innerText`)).toBe('Remark');
    expect(await wide.page.evaluate(`getComputedStyle(${lastLabel}).fontSize`)).toBe('0px');
    expect(await seen(wide, 'In use')).toBe(true);
    await wide.page.getByLabel('car-Owner').fill('Asha');
    await expectFits(wide, 1280);
    await wide.close();
    const narrow = await open(MATRIX, { viewport: { width: 390, height: 900 } });
    expect(await seen(narrow, 'car-Owner')).toBe(true);
    await narrow.close();
  });

  it('turns pages by keyboard alone, and back to a fault that was found when the form was sent', async () => {
    const survey = [
      { type: 'integer', name: 'a', label: 'First', constraint: ". < 5 or ${b} != 'x'" },
      { type: 'text', name: 'b', label: 'Second' },
    ];
    const visit = await open({ survey, choices: [], settings: { style: 'pages' } }, {});
    const { page } = visit;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByLabel('First').focus();
    await press('9', 'Tab', 'Enter');
    await page.getByText('Page 2 of 2').waitFor();
    expect(await page.getByLabel('Second').and(page.locator(':focus')).count()).toBe(1);
    await press('x', 'Tab', 'Tab', 'Enter');
    await page.getByText('Page 1 of 2').waitFor();
    await page.locator('.validation-message:visible').waitFor();
    await visit.close();
  });

  it.each([1280, 390])('keeps tables and columns of choices within %i px, words whole', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visit = await open(TABLES, { viewport: { width, height: 900 }, colorScheme });
      const { page } = visit;
      await expectFits(visit, width);
      const choices = page.locator(width === 390 ? '.list-nolabel .text-content' : '.label .text-content');
      const boxes = await Promise.all((await choices.all()).map(boxOf));
      expect(boxes).toHaveLength(width === 390 ? 10 : 5);
      boxes.forEach((box, n) => {
        for (const other of boxes.slice(n + 1))
          expect(box.x + box.width <= other.x || box.y + box.height <= other.y).toBe(true);
      });
      await page
        .getByRole('group', { name: 'Fair' })
        .getByRole('radio', { name: 'Disagree', exact: true })
        .click();
      const lines = page.locator('.columns .text-content').filter({ hasText: /^Disagree$/ });
      expect((await boxOf(lines)).height).toBeLessThan(30);
      await visit.close();
    }
  });

  it('mirrors a form in Arabic, and offers no choice of one language', async () => {
    const visit = await open(ARABIC, { locale: 'ar' });
    const { page } = visit;
    expect(await page.locator('.language-changer:visible').count()).toBe(0);
    const gap = await page.evaluate<number>(`(() => {
      const label = document.querySelector('label.required');
      const text = document.createRange();
      text.selectNodeContents(label);
      return label.getBoundingClientRect().right - text.getBoundingClientRect().right;
    })()`);
    expect(gap).toBeGreaterThan(5);
    expect(gap).toBeLessThan(30);
    const radio = await boxOf(page.locator('.p-radiobutton').first());
    const choice = await boxOf(page.locator('.value-option .text-content').first());
    expect(radio.x - (choice.x + choice.width)).toBeGreaterThanOrEqual(8);
    await expectFits(visit, 1280);
    await visit.close();
  });

  it.each([1280, 390])('chooses regions of a picture, by mouse and keyboard, at %i px', async (width) => {
    const { uid } = await makeDeployedAsset(app, { name: 'Map', content: MAPS });
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field({ file_type: 'form_media', description: '', metadata: JSON.stringify({ filename: 'map.svg' }) })
      .attach('content', Buffer.from(HOSTILE_MAP), 'map.svg')
      .expect(201);
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: true }).expect(200);
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    const visit = await FormVisit.start(app, browser, { viewport: { width, height: 900 } });
    await visit.openForm(`/web-forms/${uid}/`);
    const { page } = visit;
    const [one, several] = [page.locator('.image-map').first(), page.locator('.image-map').last()];
    await one.getByRole('button', { name: 'No' }).click();
    await one.getByRole('button', { name: 'Yes' }).click();
    await several.getByRole('button', { name: 'Yes' }).focus();
    for (const key of ['Enter', 'Tab', 'Space']) await page.keyboard.press(key);
    await several.locator('[aria-pressed=true]').nth(1).waitFor();
    const checked = await page.locator('input:checked').all();
    expect(await Promise.all(checked.map((input) => input.inputValue()))).toEqual(['yes', 'yes', 'no']);
    await page.getByRole('radio', { name: 'No' }).click();
    expect(await one.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(
      await page
        .locator('.image-map')
        .locator('script, style, a, use, image, set, foreignObject, [onclick]')
        .count(),
    ).toBe(0);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    await expectFits(visit, width);
    await visit.close();
  });
});
