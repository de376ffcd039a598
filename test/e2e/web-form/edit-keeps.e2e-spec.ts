import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { photo } from '../../fixtures/images';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    { type: 'integer', name: 'age', label: 'Age' },
    { type: 'image', name: 'photo', label: 'A photo' },
    { type: 'begin_repeat', name: 'child', label: 'Child' },
    { type: 'text', name: 'first_name', label: 'First name' },
    { type: 'end_repeat' },
  ],
  choices: [],
  settings: {},
};
const ANSWERS =
  '<name>Asha</name><age>34</age><photo>well.jpg</photo><child><first_name>Juma</first_name></child><child><first_name>Neema</first_name></child>';

describe('pages that edit a submission', () => {
  let app: TestApp;
  let browser: Browser;
  let survey: AssetJson;
  let uuid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor']) await app.addUser(name);
    survey = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
    await grant(app, survey.uid, 'editor', ['change_submissions', 'add_submissions']);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    const files = [{ name: 'well.jpg', content: await photo(40, 30) }];
    uuid = await submit(app, survey.uid, { answers: ANSWERS, files });
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const data = (path = ''): string => `/api/v2/assets/${survey.uid}/data/${path}`;
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await app.as('owner').get(data(path)).expect(200)).body as Record<string, unknown>;
  const stored = (): Promise<Record<string, unknown>> => read(`${uuid}/`);
  const linkToEdit = async (): Promise<string> => (await read(`${uuid}/enketo/edit/`))['url'] as string;

  /** Changes a submission of these answers on its page. @returns its XML then, without white space around elements */
  async function editAs(uid: string, answers: string, change: (page: Page) => Promise<void>) {
    const id = await submit(app, uid, { answers });
    const path = `/api/v2/assets/${uid}/data/${id}`;
    const { url } = (await app.as('owner').get(`${path}/enketo/edit/`).expect(200)).body as { url: string };
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(url);
    await change(visit.page);
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    await visit.close();
    const { text } = await app.as('owner').get(`${path}.xml`).expect(200);
    return text.replaceAll(/>\s+</g, '><');
  }

  it('keep what the form has no longer: version, nodes, files, recordings', async () => {
    const older = {
      ...CONTENT,
      survey: [
        ...CONTENT.survey.slice(0, 5),
        { type: 'text', name: 'nickname', label: 'Nickname' },
        ...CONTENT.survey.slice(5),
        { type: 'text', name: 'old_field', label: 'Old' },
        { type: 'begin_group', name: 'oldgrp', label: 'Old group' },
        { type: 'image', name: 'oldphoto', label: 'Old photo' },
        { type: 'end_group' },
        { type: 'audit', name: 'audit' },
        { type: 'background-audio', name: 'recording' },
      ],
    };
    const changed = await makeDeployedAsset(app, { name: 'Changed', content: older });
    const asset = `/api/v2/assets/${changed.uid}/`;
    const version = changed['deployed_version_id'] as string;
    const root = randomUUID();
    const answers =
      '<name>Asha</name><age>34</age><child><first_name>Juma</first_name><nickname>J</nickname></child>' +
      '<child><first_name>Neema</first_name><nickname>N</nickname></child><old_field x="1">kept</old_field>' +
      '<oldgrp><oldphoto>op.jpg</oldphoto></oldgrp><recording>r.m4a</recording>';
    const xml = instanceXml(changed.uid, { uuid: root, answers, version, formUuid: 'f' });
    await submission(app.as('owner'), xml.replace('</meta>', '<audit>audit.csv</audit></meta>'), [
      { name: 'op.jpg', content: await photo(40, 30) },
      { name: 'audit.csv', content: 'event', type: 'text/csv' },
      { name: 'r.m4a', content: 'sound', type: 'audio/mp4' },
    ]).expect(201);
    await app.as('owner').patch(asset).send({ content: CONTENT }).expect(200);
    await app.as('owner').patch(`${asset}deployment/`).send({}).expect(200);
    const readChanged = async (path = '') =>
      (await app.as('owner').get(`${asset}data/${root}/${path}`).expect(200)).body as Record<string, unknown>;
    const before = await readChanged();
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(((await readChanged('enketo/edit/')) as { url: string }).url);
    await visit.page.getByLabel('Name', { exact: true }).fill('Rehema');
    await visit.page.getByLabel('First name').first().fill('Zawadi');
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    const after = await readChanged();
    const identity = ['_uuid', 'meta/instanceID', '_date_modified'];
    expect(after).toEqual({
      ...before,
      ...Object.fromEntries(identity.map((key) => [key, after[key]])),
      'meta/deprecatedID': `uuid:${root}`,
      name: 'Rehema',
      child: [
        { 'child/first_name': 'Zawadi', 'child/nickname': 'J' },
        { 'child/first_name': 'Neema', 'child/nickname': 'N' },
      ],
    });
    expect(after['__version__']).toBe(version);
    const { text } = await app
      .as('owner')
      .get(`${asset}data/${String(after['_id'])}.xml`)
      .expect(200);
    expect(text).toContain('<old_field x="1">kept</old_field>');
    await visit.close();
  });

  it('keep the nodes of the other instances of a repeat when one is removed', async () => {
    const answers =
      '<name>Asha</name><child><first_name>Juma</first_name><old>J</old></child><child><first_name>Neema</first_name><old>N</old></child>';
    uuid = await submit(app, survey.uid, { answers });
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(await linkToEdit());
    await visit.page.getByRole('button', { name: 'More' }).first().click();
    await visit.page.getByText('Remove', { exact: true }).first().click();
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    expect((await stored())['child']).toEqual([{ 'child/first_name': 'Neema', 'child/old': 'N' }]);
    await visit.close();
  });

  it('keep the text of answers that nobody changes, as any client wrote them', async () => {
    const content = {
      survey: [
        { type: 'text', name: 'name', label: 'Name' },
        { type: 'time', name: 'starts', label: 'Starts' },
        { type: 'datetime', name: 'met', label: 'Met' },
        { type: 'date', name: 'born', label: 'Born' },
        { type: 'decimal', name: 'size', label: 'Size' },
        { type: 'geopoint', name: 'place', label: 'Place' },
        { type: 'select_one crop', name: 'crop', label: 'Crop' },
        { type: 'integer', name: 'doubled', label: 'Doubled', calculation: 'string-length(${name}) * 2' },
        { type: 'begin_repeat', name: 'visit', label: 'Visit' },
        { type: 'time', name: 'at', label: 'At' },
        { type: 'text', name: 'why', label: 'Why' },
        { type: 'end_repeat' },
      ],
      choices: [{ list_name: 'crop', name: 'rice', label: 'Rice' }],
      settings: {},
    };
    const { uid } = await makeDeployedAsset(app, { name: 'As written', content });
    const visits = (...times: string[]) => times.map((at) => `<visit><at>${at}</at><why/></visit>`).join('');
    const answers =
      '<name>Asha</name><starts>13:30:00.000</starts><met>2024-05-06T07:08:09Z</met><born>2024-05-06</born>' +
      '<size>1.50</size><place>1.5 36.25</place><crop>millet</crop><doubled>99</doubled>' +
      visits('08:00', '09:00:00.000', '10:15:00Z');
    const edited = await editAs(uid, answers, async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Rehema');
      await page.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByLabel('Why').last().fill('late');
    });
    expect(edited).toContain(
      '<name>Rehema</name><starts>13:30:00.000</starts><met>2024-05-06T07:08:09Z</met><born>2024-05-06</born>' +
        '<size>1.50</size><place>1.5 36.25</place><crop>millet</crop><doubled>12</doubled>' +
        '<visit><at>09:00:00.000</at><why/></visit><visit><at>10:15:00Z</at><why>late</why></visit>',
    );
  });

  it('ask the questions of a repeat that becomes relevant in the edit', async () => {
    const content = {
      survey: [
        { type: 'select_one yes_no', name: 'has_children', label: 'Children?' },
        { type: 'begin_group', name: 'family', label: 'Family' },
        { type: 'begin_repeat', name: 'child', label: 'Child', relevant: "${has_children} = 'yes'" },
        { type: 'text', name: 'first_name', label: 'First name' },
        { type: 'end_repeat' },
        { type: 'end_group' },
      ],
      choices: ['yes', 'no'].map((name) => ({ list_name: 'yes_no', name, label: name })),
      settings: {},
    };
    const { uid } = await makeDeployedAsset(app, { name: 'Family', content });
    const edited = await editAs(uid, '<has_children>no</has_children><family/>', async (page) => {
      await page.getByText('yes', { exact: true }).click();
      await page.getByLabel('First name').fill('Juma');
    });
    expect(edited).toContain(
      '<has_children>yes</has_children><family><child><first_name>Juma</first_name></child></family>',
    );
  });

  it.each([
    ['with a prefix', 'xmlns:orx="http://openrosa.org/xforms"', ['<orx:meta>', 'orx:'], '</orx:meta>'],
    ['with a prefix of its own', '', ['<o:meta xmlns:o="http://openrosa.org/xforms">', 'o:'], '</o:meta>'],
    ['in a default namespace', '', ['<meta xmlns="http://openrosa.org/xforms">', ''], '</meta>'],
  ])('edit a submission whose metadata is %s', async (_, declaration, [open, prefix], close) => {
    uuid = randomUUID();
    const meta = `${open}<${prefix}instanceID>uuid:${uuid}</${prefix}instanceID>${close}`;
    const xml = `<?xml version='1.0' ?><${survey.uid} id="${survey.uid}" version="1" ${declaration}><name>Asha</name>${meta}</${survey.uid}>`;
    await submission(app.as('owner'), xml).expect(201);
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(await linkToEdit());
    await visit.page.getByLabel('Name', { exact: true }).fill('Rehema');
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    const after = await stored();
    expect(after).toMatchObject({ name: 'Rehema', 'meta/deprecatedID': `uuid:${uuid}` });
    expect(
      Object.keys(after)
        .filter((key) => key.includes('meta'))
        .sort(),
    ).toEqual(['meta/deprecatedID', 'meta/instanceID', 'meta/rootUuid']);
    await visit.close();
  });

  describe('when somebody else changes the submission meanwhile', () => {
    const openTwice = async (viewport: { width: number; height: number }) => {
      const visit = await FormVisit.start(app, browser, { viewport });
      await visit.signIn('owner');
      await visit.openForm(await linkToEdit());
      await visit.page.getByLabel('Name', { exact: true }).fill('Mine');
      return visit;
    };

    it.each([1280, 390])(
      'say who did, keep the answers, and lead to the newer one (%i px)',
      async (width) => {
        const visit = await openTwice({ width, height: 600 });
        const answers = ANSWERS.replace('34', '50');
        const xml = instanceXml(survey.uid, { answers, deprecates: uuid });
        await submission(app.as('editor'), xml).expect(201);
        await visit.send();
        const notice = visit.page.locator('.result-dialog.error');
        await notice
          .getByText(/^editor changed this submission at \d\d:\d\d while you were editing\./)
          .waitFor();
        await notice.locator(':focus').waitFor();
        const box = (await notice.boundingBox())!;
        expect([box.y >= 0, box.y + box.height <= 600]).toEqual([true, true]);
        const download = visit.page.waitForEvent('download');
        await visit.page.getByRole('button', { name: 'Download your answers' }).click();
        const zip = unzipSync(await readFile(await (await download).path()));
        expect(strFromU8(zip['submission.xml']!)).toContain('<name>Mine</name>');
        expect(Object.keys(zip)).toContain('well.jpg');
        const popup = visit.page.waitForEvent('popup');
        await visit.page.getByRole('link', { name: 'Open the newer one' }).click();
        const newer = await popup;
        await newer.locator('.odk-form').waitFor();
        expect(await newer.getByLabel('Age').inputValue()).toBe('50');
        expect(await stored()).toMatchObject({ age: '50' });
        expect(await seriousFindings(visit.page)).toEqual([]);
        await visit.page.getByRole('button', { name: 'Back to the form' }).click();
        expect(await visit.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine');
        await visit.close();
      },
    );

    it('say that it was deleted', async () => {
      const visit = await openTwice({ width: 1280, height: 600 });
      await app
        .as('owner')
        .delete(data(`${uuid}/`))
        .expect(204);
      await visit.send();
      await visit.notice('This submission was deleted while you were editing.');
      expect(await visit.page.getByRole('link', { name: 'Open the newer one' }).count()).toBe(0);
      await visit.close();
    });
  });
});
