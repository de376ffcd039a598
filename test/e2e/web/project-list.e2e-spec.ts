import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>"&\u202eevil';

let app: TestApp;
let wells: { uid: string };

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'stranger', 'beginner']) await app.addUser(name);
  wells = await makeDeployedAsset(app, { name: 'Wells' });
  await makeAsset(app, { name: HOSTILE });
  await makeDeployedAsset(app, { name: 'Old roads', active: false });
  await makeAsset(app, { name: 'A library question', asset_type: 'question', content: { survey: [] } });
  await grant(app, wells.uid, 'granted', ['view_submissions']);
  await grantPartially(app, wells.uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  await submit(app, wells.uid);
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<a class="name"[^>]*>(.*?)<\/a/gs)].map(([, name]) => name!.trim());

describe('the project list', () => {
  it('shows projects with status and submissions, and no library items', async () => {
    const { text } = await (await signedIn('owner')).get('/projects/').expect(200);
    expect(rowsOf(text)).toHaveLength(3);
    expect(text).toMatch(/Wells<\/a[\s\S]*?Deployed[\s\S]*?data-label="Submissions"\s*>\s*1\s*</);
    expect(text).not.toContain('A library question');
  });

  it('shows hostile names as text', async () => {
    const { text } = await (await signedIn('owner')).get('/projects/').expect(200);
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;');
  });

  it.each([
    ['?q=wells', ['Wells']],
    ['?status=archived', ['Old roads']],
    ['?status=deployed&q=wells', ['Wells']],
    ['?status=draft&q=wells', []],
    ['?order=-date_deployed&status=deployed', ['Wells']],
    ['?status=unknown&order=unknown&start=-1&q=roads', ['Old roads']],
    ['?start=50', []],
  ])('finds projects by %s', async (query, names) => {
    const { text } = await (await signedIn('owner')).get(`/projects/${query}`).expect(200);
    expect(rowsOf(text)).toEqual(names);
  });

  it('orders projects by name', async () => {
    const { text } = await (await signedIn('owner')).get('/projects/?order=name').expect(200);
    expect(rowsOf(text).slice(1)).toEqual(['Old roads', 'Wells']);
  });

  it('explains a search that is too short', async () => {
    const { text } = await (await signedIn('owner')).get('/projects/?q=we').expect(400);
    expect(text).toContain('Your query is too short');
    expect(text).toContain('value="we"');
  });

  it('shows a shared project to the granted, and counts only to those who may view all submissions', async () => {
    const granted = await (await signedIn('granted')).get('/projects/').expect(200);
    expect(granted.text).toContain('shared by owner');
    expect(granted.text).toMatch(/data-label="Submissions"\s*>\s*1\s*</);
    const partial = await (await signedIn('partial')).get('/projects/').expect(200);
    expect(rowsOf(partial.text)).toEqual(['Wells']);
    expect(partial.text).not.toContain('data-label="Submissions"');
  });

  it('tells a beginner what to do', async () => {
    const { text } = await (await signedIn('beginner')).get('/projects/').expect(200);
    expect(text).toContain('No projects yet');
  });

  it('leads an anonymous visitor to sign in', async () => {
    const { headers } = await new Browser(app).get('/projects/').expect(302);
    expect(headers['location']).toBe('/accounts/login/?next=%2Fprojects%2F');
  });
});

describe('a project', () => {
  const summary = (): string => `/projects/${wells.uid}/`;

  it.each(['owner', 'granted', 'partial'])('is visible to %s', async (username) => {
    const { text } = await (await signedIn(username)).get(summary()).expect(200);
    expect(text).toContain('Wells');
    expect(text).toContain('aria-current="page"');
  });

  it('is hidden from a stranger', async () => {
    const { text } = await (await signedIn('stranger')).get(summary()).expect(404);
    expect(text).not.toContain('Wells');
  });

  it('leads an anonymous visitor to sign in, whether it exists or not', async () => {
    for (const path of [summary(), '/projects/aaaaaaaaaaaaaaaaaaaaaa/']) {
      const { headers } = await new Browser(app).get(path).expect(302);
      expect(headers['location']).toBe(`/accounts/login/?next=${encodeURIComponent(path)}`);
    }
  });

  it('is visible to anyone once it is public', async () => {
    const { uid } = await makeAsset(app, { name: 'Public form' });
    await grant(app, uid, 'anonymous', ['view_asset']);
    const { text } = await new Browser(app).get(`/projects/${uid}/`).expect(200);
    expect(text).toContain('Public form');
    expect(text).toContain('Sign in');
  });
});
