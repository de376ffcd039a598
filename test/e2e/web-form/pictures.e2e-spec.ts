import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { FormVisit } from '../../support/form-browser';

const MAX_PIXELS = 100;
const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    { type: 'image', name: 'photo', label: 'A photo', parameters: `max-pixels=${MAX_PIXELS}` },
  ],
  choices: [],
  settings: {},
};

describe('pictures of questions with a size', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Photos', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const choose = ({ page }: FormVisit, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    page.locator('input[type=file]').last().setInputFiles({ name, mimeType, buffer });
  const storedPicture = async (): Promise<{ name: string; bytes: Buffer }> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":-1}`).expect(200);
    const [stored] = (body as { results: Record<string, unknown>[] }).results;
    const [file] = stored!['_attachments'] as { uid: string; media_file_basename: string }[];
    const path = `/api/v2/assets/${uid}/data/${String(stored!['_id'])}/attachments/${file!.uid}/`;
    const { body: bytes } = await app.as('owner').get(path).buffer(true).expect(200);
    return { name: file!.media_file_basename, bytes: bytes as Buffer };
  };
  const isSmaller = ({ page }: FormVisit): Promise<number> =>
    eventually(
      () =>
        page.locator('img[src^="blob:"]').evaluate((image: { naturalWidth: number }) => image.naturalWidth),
      (width) => width === MAX_PIXELS,
    );
  const open = async (): Promise<FormVisit> => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    return visit;
  };
  /** While the browser still makes the smaller picture. */
  const sendAtOnce = (visit: FormVisit): Promise<unknown> =>
    visit.page.evaluate(`
      const send = [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Send');
      document.addEventListener('change', () => setTimeout(() => send.click()), { once: true });
    `);

  it('are sent as they are if the form is sent before they are smaller', async () => {
    const visit = await open();
    await sendAtOnce(visit);
    const large = await photo(3000, 2000);
    await choose(visit, 'large.jpg', 'image/jpeg', large);
    await visit.notice('Sent. Thank you!');
    expect((await storedPicture()).bytes.equals(large)).toBe(true);
    await visit.close();
  });

  it('are made smaller', async () => {
    const visit = await open();
    await choose(visit, 'large.jpg', 'image/jpeg', await photo(300, 200));
    await isSmaller(visit);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    const { bytes } = await storedPicture();
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: MAX_PIXELS });
    await visit.close();
  });

  it('stay as they are if they are small enough', async () => {
    const visit = await open();
    const small = await photo(60, 40);
    await choose(visit, 'small.jpg', 'image/jpeg', small);
    await visit.page.locator('img[src^="blob:"]').waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    const { name, bytes } = await storedPicture();
    expect([name, bytes.equals(small)]).toEqual(['small.jpg', true]);
    await visit.close();
  });

  it('have the ending of the format in which they were made smaller', async () => {
    const visit = await open();
    await choose(visit, 'large.gif', 'image/gif', await photo(300, 200, 'gif'));
    await isSmaller(visit);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    const { name, bytes } = await storedPicture();
    expect([name.split('.').at(-1), (await sharp(bytes).metadata()).format]).toEqual(['png', 'png']);
    await visit.close();
  });
});
