import type { Browser } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { makePairedData, shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { FormVisit } from '../../support/form-browser';

const CSV = 'name,label,people\nmto,Mto wa Mbu,1200\nmoshi,"Moshi, north",800\n';

describe('pages of forms that read other data', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer']) await app.addUser(name);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const deploy = async (...survey: object[]): Promise<string> =>
    (await makeDeployedAsset(app, { content: { survey, choices: [], settings: {} } })).uid;
  const visitor = async (): Promise<FormVisit> => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    return visit;
  };
  const stored = async (uid: string): Promise<Record<string, unknown>[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results;
  };

  it('look up answers to another form', async () => {
    const person = (name: string, age: number): string =>
      `<person><name>${name}</name><age>${age}</age></person>`;
    const { uid: source } = await makeDeployedAsset(app, { name: 'Source' });
    for (const [name, age] of [
      ['Asha', 34],
      ['Ben & <Co>', 12],
    ] as const)
      await submit(app, source, { answers: person(name.replace('&', '&amp;').replace('<', '&lt;'), age) });
    await shareData(app, source);
    const uid = await deploy(
      { type: 'text', name: 'who', label: 'Who?' },
      { type: 'xml-external', name: 'people' },
      {
        type: 'calculate',
        name: 'age',
        calculation: `instance('people')/root/data[person/name = \${who}]/person/age`,
      },
      { type: 'note', name: 'shown', label: 'Age: ${age}' },
      { type: 'calculate', name: 'count', calculation: `count(instance('people')/root/data)` },
    );
    await makePairedData(app, uid, { owner: 'owner', source, filename: 'people.xml' });

    const visit = await visitor();
    await visit.openForm(`/web-forms/${uid}/single/`);
    await visit.page.getByLabel('Who?').fill('Ben & <Co>');
    await visit.page.getByText('Age: 12').waitFor();
    await visit.send();
    await visit.page.locator('.confirmation').waitFor();
    expect(visit.errors).toEqual([]);
    expect(await stored(uid)).toMatchObject([{ who: 'Ben & <Co>', age: '12', count: '2' }]);
    await visit.close();
  });

  it('offer and look up rows of a CSV file, also to those who may only view', async () => {
    const uid = await deploy(
      { type: 'select_one_from_file villages.csv', name: 'village', label: 'Village' },
      {
        type: 'calculate',
        name: 'people',
        calculation: `instance('villages')/root/item[name = \${village}]/people`,
      },
    );
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field({ file_type: 'form_media', description: '', metadata: '{"filename":"villages.csv"}' })
      .attach('content', Buffer.from(CSV), 'villages.csv')
      .expect(201);
    const visit = await visitor();
    await visit.openForm(`/web-forms/${uid}/single/`);
    await visit.page.getByText('Moshi, north').click();
    await visit.send();
    await visit.page.locator('.confirmation').waitFor();
    expect(visit.errors).toEqual([]);
    const [submission] = await stored(uid);
    expect(submission).toMatchObject({ village: 'moshi', people: '800' });

    await visit.close();

    await grant(app, uid, 'viewer', ['view_submissions']);
    const viewer = await FormVisit.start(app, browser);
    await viewer.signIn('viewer');
    await viewer.openForm(`/web-forms/${uid}/view/${String(submission!['_id'])}/`);
    await viewer.page.getByText('Moshi, north').waitFor();
    await viewer.close();
  });

  it('offer rows of a CSV file that the appearance search() finds', async () => {
    const content = {
      survey: [
        { type: 'text', name: 'part', label: 'Part of its name' },
        {
          type: 'select_one villages',
          name: 'village',
          label: 'Village',
          appearance: "search('villages', 'contains', 'label', ${part})",
        },
      ],
      choices: [
        { list_name: 'villages', name: 'name', label: 'label,people' },
        { list_name: 'villages', name: '98', label: 'None of them' },
      ],
      settings: {},
    };
    const { uid } = await makeDeployedAsset(app, { content });
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field({ file_type: 'form_media', description: '', metadata: '{"filename":"villages.csv"}' })
      .attach('content', Buffer.from(CSV), 'villages.csv')
      .expect(201);
    const visit = await visitor();
    const { page } = visit;
    await visit.openForm(`/web-forms/${uid}/single/`);
    await page.getByText('Mto wa Mbu, 1200', { exact: true }).waitFor();
    await page.getByText('None of them', { exact: true }).waitFor();
    await page.getByLabel('Part of its name').fill('MOSHI');
    await page.getByText('Mto wa Mbu, 1200', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('Moshi, north, 800', { exact: true }).click();
    await visit.send();
    await page.locator('.confirmation').waitFor();
    expect(visit.errors).toEqual([]);
    expect(await stored(uid)).toMatchObject([{ village: 'moshi' }]);
    await visit.close();
  });

  it.each(['', 'offline/'])('begin with the last answers of this browser (%s)', async (mode) => {
    const uid = await deploy(
      { type: 'text', name: 'name', label: 'Name' },
      { type: 'text', name: 'village', label: 'Village', default: '${last-saved#village}' },
      { type: 'integer', name: 'number', label: 'Number', default: '${last-saved#number} + 1' },
    );
    const visit = await visitor();
    const { page } = visit;
    const send = async (): Promise<void> => {
      await visit.send();
      await visit.notice('Sent. Thank you!');
    };
    await visit.openForm(mode === '' ? `/web-forms/${uid}/` : `/web-forms/offline/${uid}/`);
    expect(await page.getByLabel('Village').inputValue()).toBe('');
    await page.getByLabel('Name').fill('Asha');
    await page.getByLabel('Village').fill('Moshi');
    await page.getByLabel('Number').pressSequentially('7');
    await send();
    await eventually(
      () =>
        page
          .getByLabel(/Name|Village/)
          .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value)),
      ([name, village]) => name === '' && village === 'Moshi',
    );
    await page.reload();
    await page.locator('.odk-form').waitFor();
    await page.getByLabel('Name').fill('Juma');
    await send();
    expect(await stored(uid)).toMatchObject([
      { name: 'Asha', village: 'Moshi', number: '7' },
      { name: 'Juma', village: 'Moshi', number: '8' },
    ]);
    await visit.close();

    const other = await visitor();
    await other.openForm(`/web-forms/${uid}/`);
    expect(await other.page.getByLabel('Village').inputValue()).toBe('');
    await other.close();
  });
});
