import type { Browser, Locator } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const KINDS = [
  ['text', 'Text'],
  ['text', 'Long text', { appearance: 'multiline' }],
  ['integer', 'Integer'],
  ['decimal', 'Decimal'],
  ['note', 'Note'],
  ['select_one yesno', 'One'],
  ['select_multiple yesno', 'Several'],
  ['select_one yesno', 'Dropdown', { appearance: 'minimal' }],
  ['rank yesno', 'Rank'],
  ['date', 'Date'],
  ['time', 'Time'],
  ['dateTime', 'Moment'],
  ['geopoint', 'Point'],
  ['geotrace', 'Trace'],
  ['geoshape', 'Shape'],
  ['image', 'Image'],
  ['audio', 'Audio'],
  ['video', 'Video'],
  ['file', 'File'],
  ['barcode', 'Barcode'],
  ['range', 'Range', { parameters: 'start=0;end=10;step=1' }],
  ['acknowledge', 'Acknowledge'],
] as const;
const nameOf = (label: string): string => label.toLowerCase().replace(' ', '_');

const CONTENT = {
  survey: [
    ...KINDS.map(([type, label, more]) => ({ type, name: nameOf(label), label, ...more })),
    { type: 'calculate', name: 'double', calculation: '${integer} * 2' },
    { type: 'hidden', name: 'secret', default: 'kept' },
    { type: 'username', name: 'username' },
    { type: 'begin_repeat', name: 'child', label: 'Child' },
    { type: 'text', name: 'first_name', label: 'First name' },
    { type: 'end_repeat' },
    // Drawn by collectors, although they are empty.
    { type: 'begin_group', name: 'outer', label: 'Outer' },
    { type: 'begin_group', name: 'inner', label: 'Inner' },
    { type: 'end_group' },
    { type: 'end_group' },
  ],
  choices: [
    { list_name: 'yesno', name: 'yes', label: 'Yes' },
    { list_name: 'yesno', name: 'no', label: 'No' },
  ],
  settings: {},
};

describe('the questions of a form', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Kinds', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const openPage = async (width: number): Promise<FormVisit> => {
    const visit = await FormVisit.start(app, browser, {
      viewport: { width, height: 900 },
      geolocation: { latitude: -3.5, longitude: 36.25, accuracy: 12 },
      permissions: ['geolocation'],
    });
    await visit.openForm(`/web-forms/${uid}/`);
    await visit.page.locator('.ol-viewport').nth(1).waitFor();
    return visit;
  };
  it('are stored as they are answered', async () => {
    const visit = await openPage(1280);
    const { page } = visit;
    const question = (label: string): Locator =>
      page.locator('.question-container').filter({
        has: page.locator('.control-text').getByText(label, { exact: true }),
      });
    const file = async (label: string, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
      question(label).locator('input[type=file]').last().setInputFiles({ name, mimeType, buffer });

    await question('Text').locator('input').fill('Asha');
    await question('Long text').locator('textarea').fill('one\ntwo');
    await question('Integer').locator('input').pressSequentially('34');
    await question('Decimal').locator('input').pressSequentially('3.25');
    await question('One').getByText('Yes').click();
    for (const choice of ['Yes', 'No']) await question('Several').getByText(choice).click();
    await question('Dropdown').getByRole('combobox').click();
    await page.getByRole('option', { name: 'No' }).click();
    await question('Rank').getByText('Rank items').dispatchEvent('click');
    await question('Rank').getByRole('button', { name: 'Move down' }).first().dispatchEvent('click');
    await question('Date').getByRole('textbox').fill('15/11/2026');
    await question('Time').getByRole('textbox').fill('14:05');
    await question('Moment').getByRole('textbox').fill('2026-11-24T10:30:00.000+03:00');
    await question('Point').getByText('Get location').click();
    await page.getByRole('button', { name: 'Save location' }).click();
    for (const [label, points] of [
      ['Trace', 2],
      ['Shape', 3],
    ] as const) {
      const map = question(label).locator('.ol-viewport');
      for (let n = 1; n <= points; n += 1) {
        await map.click({ position: { x: 120 * n, y: n % 2 === 0 ? 250 : 100 }, delay: 50 });
        // Two clicks within 250 ms zoom the map.
        await page.waitForTimeout(400);
      }
      await question(label).getByText(`${points} points saved`).waitFor();
    }
    await file('Image', 'well.jpg', 'image/jpeg', await photo(40, 30));
    await file('Audio', 'sound.mp3', 'audio/mpeg', Buffer.from('sound'));
    await file('Video', 'film.mp4', 'video/mp4', Buffer.from('film'));
    await file('File', 'paper.pdf', 'application/pdf', Buffer.from('paper'));
    await question('Barcode').locator('input').fill('4006381333931');
    await question('Range').getByRole('slider').focus();
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
    await question('Acknowledge').locator('input').check();
    await question('First name').locator('input').fill('Juma');
    await page.getByRole('button', { name: 'Add Child' }).click();
    await question('First name').nth(1).locator('input').fill('Neema');
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(visit.errors).toEqual([]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    await visit.close();

    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const [stored] = (body as { results: Record<string, unknown>[] }).results;
    expect(stored).toMatchObject({
      text: 'Asha',
      long_text: 'one\ntwo',
      integer: '34',
      decimal: '3.25',
      one: 'yes',
      several: 'yes no',
      dropdown: 'no',
      rank: 'no yes',
      date: '2026-11-15',
      time: expect.stringMatching(/^14:05:00\.000[-+]\d\d:\d\d$/) as string,
      moment: '2026-11-24T10:30:00.000+03:00',
      point: '-3.5 36.25 0.0 12.0',
      trace: expect.stringMatching(/^\S+ \S+;\S+ \S+$/) as string,
      shape: expect.stringMatching(/^(\S+ [^;]+);[^;]+;[^;]+;\1$/) as string,
      image: 'well.jpg',
      audio: 'sound.mp3',
      video: 'film.mp4',
      file: 'paper.pdf',
      barcode: '4006381333931',
      range: '4',
      acknowledge: 'OK',
      double: '68',
      secret: 'kept',
      child: [{ 'child/first_name': 'Juma' }, { 'child/first_name': 'Neema' }],
    });
    const files = stored!['_attachments'] as { media_file_basename: string; question_xpath: string }[];
    expect(Object.fromEntries(files.map((each) => [each.question_xpath, each.media_file_basename]))).toEqual(
      Object.fromEntries(['image', 'audio', 'video', 'file'].map((name) => [name, stored![name]])),
    );
  });

  it.each([1280, 390])(
    'have no serious finding of axe-core at %i px, nor a sideways scroll',
    async (width) => {
      const visit = await openPage(width);
      expect(await seriousFindings(visit.page)).toEqual([]);
      await visit.send();
      expect(await seriousFindings(visit.page)).toEqual([]);
      expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await visit.close();
    },
  );

  it('have confirmations and refusals without a serious finding', async () => {
    const visit = await FormVisit.start(app, browser);
    for (const address of ['once/', 'once/', 'preview/']) {
      await visit.open(`/web-forms/${uid}/${address}`);
      await visit.page.locator('.odk-form, .page-card').first().waitFor();
      if (address === 'once/' && (await visit.page.locator('.odk-form').count()) > 0) {
        await visit.sendUntouched();
        await visit.page.locator('.confirmation').waitFor();
      }
      expect(await seriousFindings(visit.page)).toEqual([]);
    }
    await visit.close();
  });

  it('draw the places of choices on a map', async () => {
    const content = {
      survey: [{ type: 'select_one wells', name: 'well', label: 'Which well?', appearance: 'map' }],
      choices: [
        { list_name: 'wells', name: 'a', label: 'Well A', geometry: '-3.5 36.25 0 0' },
        { list_name: 'wells', name: 'b', label: 'Well B', geometry: '-3.6 36.5 0 0' },
      ],
      settings: {},
    };
    const form = await makeDeployedAsset(app, { name: 'Wells', content });
    await grant(app, form.uid, ANONYMOUS, ['add_submissions']);
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${form.uid}/`);
    await visit.page.locator('.ol-viewport canvas').first().waitFor();
    await visit.page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
});
