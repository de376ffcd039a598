import type { Browser } from 'playwright-core';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
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

describe('pages that edit and view a submission', () => {
  let app: TestApp;
  let browser: Browser;
  let survey: AssetJson;
  let uuid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'some', 'stranger']) await app.addUser(name);
    survey = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
    await grant(app, survey.uid, 'editor', ['change_submissions', 'add_submissions']);
    await grant(app, survey.uid, 'viewer', ['view_submissions']);
    await grantPartially(app, survey.uid, 'some', { change_submissions: [{ name: 'Asha' }] });
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
  const linkTo = async (mode: 'edit' | 'view', by = 'owner'): Promise<string> => {
    const { body } = await app
      .as(by)
      .get(data(`${uuid}/enketo/${mode}/`))
      .expect(200);
    return (body as { url: string }).url;
  };
  const stored = async (): Promise<Record<string, unknown>> =>
    (
      await app
        .as('owner')
        .get(data(`${uuid}/`))
        .expect(200)
    ).body as Record<string, unknown>;

  it('are the links of the API, and of its redirects', async () => {
    const { _id: id } = await stored();
    for (const mode of ['edit', 'view'] as const) {
      const url = `${app.origin}/web-forms/${survey.uid}/${mode}/${String(id)}/`;
      expect(await linkTo(mode)).toBe(url);
      const { headers } = await app
        .as('owner')
        .get(data(`${uuid}/enketo/redirect/${mode}/`))
        .expect(302);
      expect(headers['location']).toBe(url);
    }
    expect(
      (
        await app
          .as('owner')
          .get(data(`${uuid}/edit/`))
          .expect(200)
      ).body,
    ).toEqual({
      url: await linkTo('edit'),
      version_uid: expect.stringMatching(/^v/) as string,
    });
    await app.as('owner').get(data('999999/enketo/edit/')).expect(404);
  });

  it.each([
    ['owner', 200, 200],
    ['editor', 200, 200],
    ['viewer', 404, 200],
    ['some', 200, 200],
    ['stranger', 404, 404],
    [ANONYMOUS, 302, 302],
  ])('open to %s: %i to edit, %i to view', async (caller, edits, views) => {
    for (const [mode, status] of [
      ['edit', edits],
      ['view', views],
    ] as const) {
      const { pathname } = new URL(await linkTo(mode));
      await app.as(caller).get(pathname).set('Accept', 'text/html').expect(status);
    }
  });

  it('hide submissions beyond a partial permission', async () => {
    uuid = await submit(app, survey.uid, { answers: '<name>Juma</name>' });
    for (const mode of ['edit', 'view'] as const)
      await app
        .as('some')
        .get(new URL(await linkTo(mode)).pathname)
        .set('Accept', 'text/html')
        .expect(404);
  });

  it.each(['editor', 'some'])('change what %s changes, and keep the rest with its files', async (by) => {
    const before = await stored();
    const visit = await FormVisit.start(app, browser);
    await visit.signIn(by);
    await visit.openForm(await linkTo('edit', by));
    await visit.page.locator('img[src^="blob:"]').waitFor();
    expect(await visit.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Asha');
    expect(await visit.page.getByLabel('Age').inputValue()).toBe('34');
    await visit.page.getByLabel('First name').first().fill('Zawadi');
    await visit.send();
    await visit.page.locator('.confirmation, .result-dialog.error').waitFor();
    expect(await visit.page.locator('main').innerText()).toContain('The changes are saved.');
    expect(visit.errors).toEqual([]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    const after = await stored();
    const changed = [
      'child',
      '_uuid',
      'meta/instanceID',
      'meta/deprecatedID',
      '_date_modified',
      '_attachments',
    ];
    const rest = (json: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(json).filter(([key]) => !changed.includes(key) && key !== '__version__'),
      );
    expect(rest(after)).toEqual(rest(before));
    expect(after).toMatchObject({
      'meta/deprecatedID': before['meta/instanceID'],
      child: [{ 'child/first_name': 'Zawadi' }, { 'child/first_name': 'Neema' }],
    });
    expect(after['_attachments']).toMatchObject([{ media_file_basename: 'well.jpg', is_deleted: false }]);
    await visit.close();
  });

  it('store an edit that takes the submission out of a partial permission', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('some');
    await visit.openForm(await linkTo('edit', 'some'));
    await visit.page.getByLabel('Name', { exact: true }).fill('Rehema');
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    expect(await stored()).toMatchObject({ name: 'Rehema' });
    await visit.close();
  });

  it('show a viewer everything, and let nothing be changed', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('viewer');
    await visit.openForm(await linkTo('view', 'viewer'));
    await visit.page.locator('img[src^="blob:"]').waitFor();
    for (const answer of ['Asha', '34', 'Juma', 'Neema'])
      await visit.page.locator('.question-container').getByText(answer, { exact: true }).waitFor();
    const controls = visit.page
      .locator('.question-container')
      .locator('input:visible, textarea:visible, button:visible');
    for (const control of await controls.all()) expect(await control.isEnabled()).toBe(false);
    expect(await visit.page.getByRole('button', { name: 'Add' }).count()).toBe(0);
    expect(await visit.page.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await visit.notice('It cannot be changed here.');
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('preview a snapshot for those who may view it', async () => {
    const source = { survey: [{ type: 'text', name: 'a', label: 'Only in the snapshot' }] };
    const { body } = await app.as('owner').post('/api/v2/asset_snapshots/').send({ source }).expect(201);
    const preview = new URL((body as { enketopreviewlink: string }).enketopreviewlink).pathname;
    await app.as('stranger').get(preview).expect(404);
    const { headers } = await app.as('owner').get(preview).expect(302);
    const page = headers['location']!;
    expect(page).toMatch(new RegExp(`^${app.origin}/web-forms/snapshots/s\\w+/$`));
    await app.as('stranger').get(new URL(page).pathname).set('Accept', 'text/html').expect(404);
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(page);
    await visit.page.getByLabel('Only in the snapshot').fill('x');
    await visit.send();
    await visit.notice('A preview is not sent.');
    // There is no project to go back to.
    expect(await visit.page.getByRole('link', { name: 'Back to the project' }).count()).toBe(0);
    await visit.close();
  });

  it('offer no way back in a frame: pages of projects refuse to be framed', async () => {
    const { body } = await app
      .as('owner')
      .post('/api/v2/asset_snapshots/')
      .send({ asset: `${app.origin}/api/v2/assets/${survey.uid}/` })
      .expect(201);
    const { enketopreviewlink } = body as { enketopreviewlink: string };
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.page.route('**/framing/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${enketopreviewlink}"></iframe>` }),
    );
    await visit.open('/framing/');
    const frame = visit.page.frameLocator('iframe');
    await frame.locator('.odk-form').waitFor();
    expect(await frame.getByRole('link', { name: 'Back to the project' }).count()).toBe(0);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('lead back from a preview to the form page of the project', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(`/projects/${survey.uid}/form/preview/`);
    await visit.page.getByRole('link', { name: 'Back to the project' }).click();
    await visit.page.waitForURL(`${app.origin}/projects/${survey.uid}/form/`);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
});
