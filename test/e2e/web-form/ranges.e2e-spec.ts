import type { Browser, Locator } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const RANGES = {
  hours: 'start=0 end=10 step=1',
  odd: 'start=1 end=10 step=2',
  share: 'start=0 end=0.1 step=0.005',
};
const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    ...Object.entries(RANGES).map(([name, parameters]) => ({
      type: 'range',
      name,
      label: `The ${name}`,
      parameters,
    })),
    {
      type: 'range',
      name: 'asked',
      label: 'The asked',
      parameters: 'start=0 end=4 step=1',
      constraint: '. > 1',
      constraint_message: 'More than one.',
    },
  ],
  choices: [],
  settings: {},
};

describe('ranges', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Ranges', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const question = ({ page }: FormVisit, name: string): Locator =>
    page.locator('.question-container').filter({ hasText: `The ${name}` });
  const clickAt = async (visit: FormVisit, name: string, part: number): Promise<void> => {
    const track = question(visit, name).locator('.range-track');
    const { width, height } = (await track.boundingBox())!;
    await track.click({ position: { x: Math.min(width * part, width - 1), y: height / 2 } });
  };
  const stored = async (): Promise<Record<string, unknown>> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":-1}`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results[0]!;
  };

  it.each([1280, 390])('show what is stored, in steps of the form, at %i px', async (width) => {
    const visit = await FormVisit.start(app, browser, { viewport: { width, height: 900 } });
    await visit.openForm(`/web-forms/${uid}/`);
    const shown = (name: string): Promise<string> => question(visit, name).locator('output').innerText();
    expect(await shown('hours')).toBe('No answer');
    // Where the handle is.
    await clickAt(visit, 'hours', 0);
    await clickAt(visit, 'odd', 0.6);
    await question(visit, 'share').getByRole('slider').focus();
    for (let n = 0; n < 3; n += 1) await visit.page.keyboard.press('ArrowRight');
    expect([await shown('hours'), await shown('odd'), await shown('share')]).toEqual(['0', '5', '0.015']);
    await clickAt(visit, 'asked', 1);
    await question(visit, 'asked').getByRole('button', { name: 'Clear' }).click();
    expect(await shown('asked')).toBe('No answer');
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(visit.errors).toEqual([]);
    const answers = await stored();
    expect(answers).toMatchObject({ hours: '0', odd: '5', share: '0.015' });
    expect(answers).not.toHaveProperty('asked');
    await visit.close();
  });

  it('end at the last step', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    await question(visit, 'odd').getByRole('slider').press('End');
    expect(await question(visit, 'odd').locator('output').innerText()).toBe('9');
    expect(await question(visit, 'odd').locator('.range-max').innerText()).toBe('9');
    await visit.close();
  });

  it('say why an answer is not taken', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    await clickAt(visit, 'asked', 0);
    await question(visit, 'asked').getByText('More than one.').waitFor();
    await visit.close();
  });

  it('follow a mouse, and stay as they are where a finger scrolls', async () => {
    const visit = await FormVisit.start(app, browser, {
      viewport: { width: 390, height: 500 },
      hasTouch: true,
    });
    await visit.openForm(`/web-forms/${uid}/`);
    const track = question(visit, 'hours').locator('.range-track');
    await track.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await track.boundingBox())!;
    const { mouse } = visit.page;
    await mouse.move(x + 2, y + height / 2);
    await mouse.down();
    await mouse.move(x + width * 0.7, y + height / 2, { steps: 5 });
    await mouse.up();
    expect(await question(visit, 'hours').locator('output').innerText()).toBe('7');
    const touch = await visit.page.context().newCDPSession(visit.page);
    const at = (dy: number) => ({ touchPoints: [{ x: x + width * 0.2, y: y + height / 2 - dy }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
    for (let dy = 2; dy < 120; dy += 6)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(dy) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await question(visit, 'hours').locator('output').innerText()).toBe('7');
    await visit.close();
  });
});
