import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const KINDS = ['signature', 'draw', 'annotate'];
const CONTENT = {
  survey: KINDS.map((name) => ({ type: 'image', name, label: `The ${name}`, appearance: name })),
  choices: [],
  settings: {},
};

describe('images drawn by hand', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Drawing', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const question = ({ page }: FormVisit, name: string): Locator =>
    page.locator('.question-container').filter({ hasText: `The ${name}` });
  const draw = async (visit: FormVisit, name: string): Promise<void> => {
    const canvas = question(visit, name).locator('canvas');
    await canvas.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const { mouse } = visit.page;
    await mouse.move(x + width / 4, y + height / 4);
    await mouse.down();
    await mouse.move(x + (width * 3) / 4, y + (height * 3) / 4, { steps: 5 });
    await mouse.up();
  };

  it.each([1280, 390])('are stored as JPEG, at %i px', async (width) => {
    const visit = await FormVisit.start(app, browser, { viewport: { width, height: 900 } });
    await visit.openForm(`/web-forms/${uid}/`);
    await question(visit, 'annotate')
      .locator('input[type=file]')
      .last()
      .setInputFiles({
        name: 'map.jpg',
        mimeType: 'image/jpeg',
        buffer: await photo(400, 300),
      });
    for (const name of KINDS) await draw(visit, name);
    await question(visit, 'draw').getByRole('button', { name: 'Colour 2' }).click();
    await draw(visit, 'draw');
    expect(await seriousFindings(visit.page)).toEqual([]);
    expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await visit.page.getByText('Answered questions: 3 / 3').waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(visit.errors).toEqual([]);
    await visit.close();
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":-1}`).expect(200);
    const [stored] = (body as { results: Record<string, unknown>[] }).results;
    const files = stored!['_attachments'] as { question_xpath: string; uid: string; mimetype: string }[];
    expect(files.map(({ mimetype }) => mimetype)).toEqual(KINDS.map(() => 'image/jpeg'));
    for (const { question_xpath: name, uid: file } of files) {
      const path = `/api/v2/assets/${uid}/data/${String(stored!['_id'])}/attachments/${file}/`;
      const { body: bytes } = await app.as('owner').get(path).buffer(true).expect(200);
      const { data, info } = await sharp(bytes as Buffer)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const middle = data[Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)];
      expect([name, middle! < 140]).toEqual([name, true]);
    }
  });

  it('are taken back line by line, and cleared', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    const signature = question(visit, 'signature');
    await draw(visit, 'signature');
    await visit.page.getByText('Answered questions: 1 / 3').waitFor();
    await signature.getByRole('button', { name: 'Undo' }).click();
    await visit.page.getByText('Answered questions: 0 / 3').waitFor();
    await draw(visit, 'signature');
    await visit.page.getByText('Answered questions: 1 / 3').waitFor();
    await signature.getByRole('button', { name: 'Clear' }).click();
    await visit.page.getByText('Answered questions: 0 / 3').waitFor();
    await visit.close();
  });

  it('stay as they are if another picture cannot be drawn on', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    const input = question(visit, 'annotate').locator('input[type=file]').last();
    const map = { name: 'map.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 300) };
    await draw(visit, 'annotate');
    await visit.page.getByText('Answered questions: 1 / 3').waitFor();
    await input.setInputFiles({ ...map, name: 'map.heic', buffer: Buffer.from('ftypheic') });
    await question(visit, 'annotate').getByRole('alert').getByText('Choose a JPEG or PNG picture.').waitFor();
    await visit.page.getByText('Answered questions: 1 / 3').waitFor();
    expect(await question(visit, 'annotate').locator('canvas').getAttribute('width')).toBe('1000');
    await input.setInputFiles(map);
    await question(visit, 'annotate').locator('canvas[width="400"]').waitFor();
    await question(visit, 'annotate').getByRole('alert').waitFor({ state: 'detached' });
    await question(visit, 'annotate').getByRole('button', { name: 'Clear' }).click();
    await visit.page.getByText('Answered questions: 0 / 3').waitFor();
    // The same one again.
    expect(await input.evaluate((each: { files: { length: number } }) => each.files.length)).toBe(0);
    await visit.close();
  });

  it('have texts in the language of the page, as the rest of the form', async () => {
    const visit = await FormVisit.start(app, browser, { locale: 'pt-BR' });
    await visit.openForm(`/web-forms/${uid}/preview/`);
    await question(visit, 'draw').getByRole('button', { name: 'Desfazer' }).waitFor();
    await visit.page.getByRole('button', { name: 'Enviar' }).waitFor();
    await visit.close();
  });
});
