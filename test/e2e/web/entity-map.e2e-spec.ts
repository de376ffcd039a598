import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

describe('map of a list', () => {
  let app: TestApp;
  let browser: Browser;
  let visit: FormVisit;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'stranger']) await app.addUser(name);
    browser = await launchChromium();
    const { body } = await app
      .as('owner')
      .post('/api/v2/entity-lists/')
      .send({ name: 'wells', properties: ['village', 'geometry', 'way', 'note'] })
      .expect(201);
    list = (body as { uid: string }).uid;
    const csv = [
      'label,village,geometry,way,note',
      '"Well <b>",Kisumu,-0.1 34.75 0 0,0 34;1 35,a',
      'Pump,Kisumu,-0.1001 34.7501 0 0,,b',
      'Field,Nakuru,-0.3 36.0;-0.3 36.1;-0.4 36.1;-0.3 36.0,,c',
      'Nowhere,,,,d',
    ].join('\n');
    await app.as('owner').post(`/api/v2/entity-lists/${list}/entities/bulk/`).send({ csv }).expect(201);
    visit = await FormVisit.start(app, browser, { viewport: { width: 1280, height: 800 } });
    await visit.signIn('owner');
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const status = (text: string) => visit.page.locator('#map-status').getByText(text).waitFor();

  it('shows points, areas and lines, and an entry in the card of its pin', async () => {
    const { page } = visit;
    await visit.open(`/library/lists/${list}/`);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await status('3 places');
    expect(await page.getByLabel('Column').locator('option').allTextContents()).toEqual(['geometry', 'way']);
    await page.locator('#map .leaflet-interactive.place').first().dispatchEvent('click');
    const card = page.locator('.leaflet-popup');
    await card.getByRole('link', { name: 'Field' }).waitFor();
    await card.getByText('Nakuru').waitFor();
    await card.getByRole('link', { name: 'Field' }).click();
    await page.getByRole('heading', { name: 'Field' }).first().waitFor();
    expect(visit.errors).toEqual([]);
  });

  it('follows the column and the search', async () => {
    await visit.open(`/library/lists/${list}/map/?property=way`);
    await status('1 places');
    await visit.open(`/library/lists/${list}/map/?q=PUMP`);
    await status('1 places');
    await visit.page.getByTitle('Pump').waitFor();
    await visit.open(`/library/lists/${list}/map/?q=nowhere`);
    await status('No entry has a place here.');
  });

  it('says so if no column has places', async () => {
    const { body } = await app
      .as('owner')
      .post('/api/v2/entity-lists/')
      .send({ name: 'people', properties: ['age'] })
      .expect(201);
    await visit.open(`/library/lists/${(body as { uid: string }).uid}/map/`);
    await visit.page.getByText('No column of the list has places.').waitFor();
  });

  it('is hidden from strangers', async () => {
    const other = await FormVisit.start(app, browser);
    await other.signIn('stranger');
    expect(await other.open(`/library/lists/${list}/map/`)).toBe(404);
  });

  it('reads the first 30 000 entries of a longer list, and says so', async () => {
    const long = await app
      .as('owner')
      .post('/api/v2/entity-lists/')
      .send({ name: 'trees', properties: ['place'] });
    const { uid } = long.body as { uid: string };
    const rows = Array.from({ length: 31_000 }, (_, at) => `Tree ${at},${at % 80} ${at % 170} 0 0`);
    const csv = ['label,place', ...rows].join('\n');
    await app.as('owner').post(`/api/v2/entity-lists/${uid}/entities/bulk/`).send({ csv }).expect(201);
    let reads = 0;
    visit.page.on('request', (request) => {
      if (request.url().includes('/entities/?')) reads += 1;
    });
    await visit.open(`/library/lists/${uid}/map/`);
    await status('of the first 30,000 of 31,000 entries. To see others, search in the list.');
    expect(reads).toBe(30);
  });
});
