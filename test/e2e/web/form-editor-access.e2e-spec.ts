import { grant } from '../../factories/asset.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'viewer', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());

const editorPath = (uid: string): string => `/projects/${uid}/form/edit/`;

async function makeDraft(): Promise<string> {
  const body = { asset_type: 'survey', name: 'Wells', content: { survey: [] } };
  return (await app.as('owner').post('/api/v2/assets/').send(body).expect(201)).body.uid as string;
}

describe('access to the form editor', () => {
  it.each([
    ['editor', 200],
    ['viewer', 403],
    ['stranger', 404],
  ] as const)('answers %s with %i', async (username, status) => {
    const uid = await makeDraft();
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_asset']);
    const browser = new Browser(app);
    await browser.signIn(username, PASSWORD);
    await browser.get(editorPath(uid)).expect(status);
    const { text } = await browser.get(`/projects/${uid}/form/`);
    expect(text.includes('form/edit/')).toBe(status === 200);
  });

  it('leads an anonymous visitor to sign in', async () => {
    await new Browser(app).get(editorPath(await makeDraft())).expect(302);
  });
});

describe('a new form without an XLSForm', () => {
  it('opens in the editor', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { headers } = await browser.submit('/projects/new/', { name: ' Water ' }, '/projects/new/blank/');
    expect(headers['location']).toMatch(/^\/projects\/\w+\/form\/edit\/$/);
    await browser.get(headers['location']!).expect(200);
  });

  it('needs a name', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { status, text } = await browser.submit('/projects/new/', { name: ' ' }, '/projects/new/blank/');
    expect(status).toBe(400);
    expect(text).toContain('Enter a name for the project.');
  });
});
