import {
  grant,
  grantPartially,
  makeAsset,
  makeDeployedAsset,
  SURVEY_CONTENT,
} from '../../factories/asset.factory';
import { submission, instanceXml, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { collectorSettingsCode } from '../../../src/web/project/collect.page';
import { qrCode } from '../../../src/web/page/components';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells <b>' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grant(app, uid, 'viewer', ['view_asset']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  for (const by of ['owner', 'granted', 'granted']) await submit(app, uid, { by });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

const page = (): string => `/projects/${uid}/collect/`;
/** The SVG path of the QR code that sets up an app. */
const codeOf = (settings: Parameters<typeof collectorSettingsCode>[0]): string =>
  / d="([^"]+)"/.exec(qrCode(collectorSettingsCode(settings), '').text)![1]!;

describe('the collect page', () => {
  it('has the web form and a QR code for the app of the visitor, or of a collector', async () => {
    const { text } = await (await signedIn('owner')).get(page()).expect(200);
    expect(text).toContain(`${app.origin}/web-forms/${uid}/`);
    const settings = { serverUrl: app.origin, projectName: 'Wells <b>' };
    expect(text).toContain(codeOf({ ...settings, username: 'owner' }));
    expect(text).not.toContain('<b>');
    const other = await (await signedIn('owner')).get(`${page()}?user=granted`).expect(200);
    expect(other.text).toContain(codeOf({ ...settings, username: 'granted' }));
    const unknown = await (await signedIn('owner')).get(`${page()}?user=stranger`).expect(200);
    expect(unknown.text).toContain(codeOf({ ...settings, username: 'owner' }));
  });

  it('says on an address without HTTPS that the apps can’t sign in, and what to use', async () => {
    const told = 'The apps send a password to https:// addresses only';
    const words = async (username: string) =>
      (await (await signedIn(username)).get(page())).text.replace(/\s+/g, ' ');
    expect(await words('owner')).toContain(told);
    expect(await words('owner')).toContain('<a href="#links">collector link</a>');
    expect(await words('viewer')).toContain('Ask who manages the project for a collector link');
  });

  it('offers no web form for an encrypted form', async () => {
    const content = { ...SURVEY_CONTENT, settings: { public_key: 'MIIB' } };
    const { uid: encrypted } = await makeDeployedAsset(app, { name: 'Secret', content });
    const path = `/projects/${encrypted}/collect/`;
    const owner = await signedIn('owner');
    const { text } = await owner.get(path).expect(200);
    expect(text).toContain('the form is encrypted, which browsers cannot do');
    expect(text).not.toContain('/web-forms/');
    const created = await owner.submit(path, { name: 'Team' }, `${path}links/`);
    expect(created.status).toBe(201);
    expect(created.text).toMatch(/\/collector\/[0-9a-f]{40}</);
    expect(created.text).not.toContain('/web-forms/');
    expect(created.text).not.toContain('In a browser, also without an account');
  });

  it('creates a collector link that accepts submissions until it is revoked', async () => {
    const owner = await signedIn('owner');
    const created = await owner.submit(page(), { name: 'Team <i>' }, `${page()}links/`);
    expect(created.status).toBe(201);
    expect(created.headers['cache-control']).toBe('no-store');
    const [, key] = /\/collector\/([0-9a-f]{40})/.exec(created.text)!;
    const serverUrl = `${app.origin}/collector/${key}`;
    expect(created.text).toContain(codeOf({ serverUrl, projectName: 'Wells <b>' }));
    expect(created.text).not.toContain('<i>');
    for (const path of ['collector', 'web-forms/offline/collector'])
      expect(created.text).toContain(`href="${app.origin}/${path}/${key}/"`);
    const send = () => submission(app.as('anonymous'), instanceXml(uid), [], `/collector/${key}/submission`);
    await send().expect(201);
    const { text } = await owner.get(page());
    expect(text).toContain('Team &lt;i&gt;');
    expect(text).not.toContain(key);
    const { action } = formsOf(text).find((form) => form.action.endsWith('/revoke/'))!;
    await owner.submit(page(), {}, action);
    await send().expect(({ status }) => expect(status).toBeGreaterThanOrEqual(400));
  });

  it('offers collector links to managers only', async () => {
    for (const username of ['granted', 'partial', 'viewer']) {
      const browser = await signedIn(username);
      const { text } = await browser.get(page()).expect(200);
      expect(text).not.toContain('Make a collector link');
      const csrfmiddlewaretoken = formsOf(text)[0]!.hidden['csrfmiddlewaretoken']!;
      await browser.post(`${page()}links/`, { csrfmiddlewaretoken, name: 'x' }).expect(403);
    }
    await (await signedIn('owner')).post(`${page()}links/`, { name: 'x' }).expect(403);
    await (await signedIn('stranger')).get(page()).expect(404);
    await new Browser(app).get(page()).expect(302);
  });

  it('explains that a draft collects nothing', async () => {
    const draft = await makeAsset(app);
    const { text } = await (await signedIn('owner')).get(`/projects/${draft.uid}/collect/`).expect(200);
    expect(text).toContain('The form is not deployed');
    expect(text).not.toContain('qr-code');
    await (await signedIn('owner')).get(`/projects/${draft.uid}/collect/senders/`).expect(404);
  });

  it('counts submissions by user, of those that the visitor may view', async () => {
    const rowsFor = async (username: string): Promise<string[]> => {
      const { text } = await (await signedIn(username)).get(`${page()}senders/`).expect(200);
      return [...text.matchAll(/<th scope="row">(.*?)<\/th\s*>.*?"Submissions">(\d+)</gs)].map(
        ([, name, count]) => `${name!.replace(/<[^>]*>/g, '')} ${count}`,
      );
    };
    expect(await rowsFor('owner')).toEqual(['granted 2', 'without an account 1', 'owner 1'].sort());
    expect(await rowsFor('partial')).toEqual(['granted 2']);
    await (await signedIn('viewer')).get(`${page()}senders/`).expect(403);
    await (await signedIn('stranger')).get(`${page()}senders/`).expect(404);
  });
});

describe('GET /api/v2/assets/{uid}/counts/users/', () => {
  it('returns users with their counts', async () => {
    const path = `/api/v2/assets/${uid}/counts/users/`;
    const { body } = await app.as('partial').get(path).expect(200);
    expect(body.results).toEqual([
      {
        username: 'granted',
        submission_count: 2,
        last_submission_time: expect.stringMatching(/^2\d{3}-.*Z$/),
      },
    ]);
    await app.as('viewer').get(path).expect(404);
    await app.as('stranger').get(path).expect(404);
    await app.as('anonymous').get(path).expect(404);
  });
});
