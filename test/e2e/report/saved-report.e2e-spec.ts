import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

const HOSTILE = '<script>alert(1)</script>';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'editor', ['view_submissions', 'change_asset']);
  await grant(app, uid, 'granted', ['view_submissions']);
  await grant(app, uid, 'viewer', ['view_asset']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  await submit(app, uid, { answers: '<consent>yes</consent>' });
});
afterAll(() => app.stop());

const reports = (below = ''): string => `/projects/${uid}/reports/${below}`;

const signedIn = (username: string) => Browser.signedIn(app, username);

const save = (browser: Browser, name: string, query: string) =>
  browser.submit(reports('?names=consent'), { name, query }, reports('save/'));

/** Posts what the page offers to others only. */
async function force(browser: Browser, below: string, fields: Readonly<Record<string, string>> = {}) {
  const { text } = await browser.get('/projects/');
  const { csrfmiddlewaretoken = '' } = formsOf(text)[0]!.hidden;
  return browser.post(reports(below), { ...fields, csrfmiddlewaretoken });
}

describe('saved reports', () => {
  it('name the questions that the report has no longer', async () => {
    const owner = await signedIn('owner');
    const LOST = 'The report has no questions with these names: height, sex.';
    expect((await owner.get(reports('?names=height,consent,sex'))).text).toContain(LOST);
    expect((await owner.get(reports('?names=consent'))).text).not.toContain('has no questions with');
  });

  it('lead back to the report if they are split by a question that the form has no longer', async () => {
    const owner = await signedIn('owner');
    const { text } = await owner.get(reports('?split_by=region')).expect(400);
    expect(text).toContain('`region` not found.');
    expect(text).toContain(`href="${reports()}">Back to the report`);
    expect(text).toContain('The form changed, or the address is wrong.');
  });

  it('are saved by those who may change the project, with their whole address', async () => {
    const owner = await signedIn('owner');
    const response = await save(
      owner,
      `Consent ${HOSTILE}`,
      'names=consent&lang=x&order=form&evil=1&done=deleted',
    );
    expect(response.headers['location']).toBe(reports('?names=consent&lang=x&order=form&done=saved'));
    const { text } = await owner.get(response.headers['location']!).expect(200);
    expect(text).toContain('The report was saved');
    expect(text).toContain('Consent &lt;script&gt;');
    expect(text).not.toContain(HOSTILE);
    const editor = await signedIn('editor');
    expect((await save(editor, 'Ages', 'names=age')).status).toBe(303);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    const saved = Object.values((body as { report_custom: Record<string, { query: string }> }).report_custom);
    // Keys are random, so their order is.
    expect(saved.toSorted((one, other) => one.query.localeCompare(other.query))).toEqual([
      expect.objectContaining({ name: 'Ages', questions: ['age'], reportStyle: { groupDataBy: '' } }),
      expect.objectContaining({ questions: ['consent'], query: 'names=consent&lang=x&order=form' }),
    ]);
  });

  it.each(['granted', 'partial'])('are listed for %s, who cannot save or delete', async (username) => {
    const browser = await signedIn(username);
    const { text } = await browser.get(reports()).expect(200);
    expect(text).toMatch(/reports\/\?names=age"[^>]*>Ages</);
    expect(text).not.toContain('Save this report');
    expect(text).not.toContain('/delete/');
    expect((await force(browser, 'save/', { name: 'Mine', query: '' })).status).toBe(403);
    const deletion = await force(browser, `saved/${await idOf('Ages')}/delete/`);
    expect(deletion.status).toBe(403);
  });

  it.each([
    ['viewer', 403],
    ['stranger', 404],
  ])('are refused to %s with %d, as a report shared by link', async (username, status) => {
    const browser = await signedIn(username);
    await browser.get(reports('?names=consent&order=form')).expect(status);
    const { status: saved } = await force(browser, 'save/', { name: 'x', query: '' });
    expect(saved).toBe(status);
  });

  it('lead an anonymous visitor to sign in, and back to the whole address', async () => {
    const path = reports('?names=consent&order=form');
    const { headers } = await new Browser(app).get(path).expect(302);
    expect(decodeURIComponent(headers['location']!)).toContain(path);
  });

  it('need a name; the form is shown again', async () => {
    const owner = await signedIn('owner');
    const { status, text } = await save(owner, ' ', 'names=consent');
    expect(status).toBe(400);
    expect(text).toContain('Give the report a name.');
    expect(text).toContain('value="names=consent"');
  });

  it('are replaced under the same name, and deleted', async () => {
    const owner = await signedIn('owner');
    await save(owner, 'Ages', 'names=age&order=form');
    expect((await owner.get(reports())).text.match(/>Ages<\/a>/g)).toHaveLength(1);
    const response = await owner.submit(reports(), {}, reports(`saved/${await idOf('Ages')}/delete/`));
    expect(response.headers['location']).toBe(reports('?done=deleted'));
    expect((await owner.get(reports())).text).not.toContain('>Ages</a>');
  });
});

async function idOf(name: string): Promise<string> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
  const saved = Object.entries((body as { report_custom: Record<string, { name: string }> }).report_custom);
  return saved.find(([, each]) => each.name === name)![0];
}
