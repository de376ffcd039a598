import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

describe('the summary of a project', () => {
  it('shows submissions over time and the last ones, as far as the visitor may view them', async () => {
    const { uid } = await makeDeployedAsset(app);
    await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
    await grant(app, uid, 'viewer', ['view_asset']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
    for (const by of ['owner', 'owner', 'granted']) await submit(app, uid, { by });
    const textFor = async (username: string): Promise<string> =>
      (await (await signedIn(username)).get(`/projects/${uid}/`).expect(200)).text;
    for (const username of ['owner', 'granted']) {
      const text = await textFor(username);
      expect(text).toMatch(/3\s+submissions\s*<\/h2>/);
      expect(text).toContain('Timeline: Submissions');
      expect(text).toMatch(/<dt>Last 7 days<\/dt>\s*<dd>3<\/dd>/);
      expect(text.match(/class="series-1 column"/g)).toHaveLength(30);
      expect(text.match(/class="name" href="\/projects\/\w+\/data\/\d+\//g)).toHaveLength(3);
    }
    expect(await textFor('partial')).toMatch(/1\s+submission that you may view/);
    expect(await textFor('viewer')).not.toContain('submission that');
    await (await signedIn('stranger')).get(`/projects/${uid}/`).expect(404);
  });

  it('shows by whom and where, as far as the visitor may view them', async () => {
    const { uid } = await makeDeployedAsset(app);
    await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
    await submit(app, uid, { answers: '<place>1 34 0 0</place>' });
    await submit(app, uid, { answers: '<place>95 34 0 0</place>' });
    await submit(app, uid, { by: 'granted', answers: '<place>1.5 34.5 0 0</place>' });
    const textFor = async (username: string): Promise<string> =>
      (await (await signedIn(username)).get(`/projects/${uid}/`).expect(200)).text;
    const text = await textFor('owner');
    expect(text).toMatch(/<title>owner: 2<\/title>[^]*<title>granted: 1<\/title>/);
    expect(text.match(/class="dot"/g)).toHaveLength(2);
    expect(text).toMatch(/class="land" d="M/);
    const partial = await textFor('partial');
    expect(partial).not.toContain('owner: 2');
    expect(partial.match(/class="dot"/g)).toHaveLength(1);
  });

  it('says what to do with a draft, and with a project without submissions', async () => {
    const browser = await signedIn('owner');
    const { uid } = await makeAsset(app);
    expect((await browser.get(`/projects/${uid}/`)).text).toContain('The form is a draft');
    await browser.submit(`/projects/${uid}/`, {}, `/projects/${uid}/deploy/`);
    expect((await browser.get(`/projects/${uid}/`)).text).toContain('No submissions yet');
  });

  it('says that the form was changed and not deployed', async () => {
    const browser = await signedIn('owner');
    const { uid } = await makeDeployedAsset(app);
    const text = async (): Promise<string> => (await browser.get(`/projects/${uid}/`)).text;
    expect(await text()).not.toContain('changed after it was deployed');
    await app
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content: { survey: [{ type: 'text', name: 'new', label: ['New'] }], translations: [null] } })
      .expect(200);
    expect(await text()).toContain('changed after it was deployed');
    await browser.submit(`/projects/${uid}/form/`, {}, `/projects/${uid}/deploy/`);
    expect(await text()).not.toContain('changed after it was deployed');
  });

  it('archives the project and brings it back', async () => {
    const browser = await signedIn('owner');
    const { uid } = await makeDeployedAsset(app);
    const page = `/projects/${uid}/`;
    await browser.submit(page, {}, `${page}archive/`);
    expect((await browser.get(page)).text).toContain('Archived');
    await browser.submit(page, {}, `${page}activate/`);
    expect((await browser.get(page)).text).toContain('Deployed');
  });

  it('deletes the project once its name is typed', async () => {
    const browser = await signedIn('owner');
    const { uid } = await makeAsset(app, { name: 'My <b>  wells' });
    const page = `/projects/${uid}/`;
    const wrong = await browser.submit(page, { name: 'My wells' }, `${page}delete/`);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Nothing was deleted');
    expect(wrong.text).not.toContain('<b>');
    const response = await browser.submit(page, { name: 'My <b> wells' }, `${page}delete/`);
    expect(response.headers['location']).toBe('/projects/?done=deleted');
    await browser.get(page).expect(404);
  });

  it('offers the project to another user, who accepts it', async () => {
    const [owner, other] = [await signedIn('owner'), await signedIn('stranger')];
    const { uid } = await makeAsset(app, { name: 'Offered <i>' });
    const page = `/projects/${uid}/`;
    const unknown = await owner.submit(page, { recipient: 'nobody-here' }, `${page}transfer/`);
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain('This is not found here. Check the spelling.');
    const own = await owner.submit(page, { recipient: 'owner' }, `${page}transfer/`);
    expect(own.text).toContain('You can’t offer a project to yourself.');
    await owner.submit(page, { recipient: 'stranger' }, `${page}transfer/`);
    expect((await owner.get(page)).text).toContain('Offered to stranger');
    const { text } = await other.get('/projects/').expect(200);
    expect(text).toContain('owner offers you');
    expect(text).not.toContain('<i>');
    const [, action] = /action="(\/projects\/invites\/\w+\/)"/.exec(text)!;
    await owner.submit(page, { response: 'accepted' }, action).then(({ status }) => expect(status).toBe(403));
    await other.submit('/projects/', {}, action);
    expect((await other.get(page).expect(200)).text).toMatch(/<dd>stranger<\/dd>/);
  });

  it('withdraws the offer', async () => {
    const owner = await signedIn('owner');
    const { uid } = await makeAsset(app);
    const page = `/projects/${uid}/`;
    await owner.submit(page, { recipient: 'granted' }, `${page}transfer/`);
    const [, action] = /action="(\/projects\/invites\/\w+\/)"/.exec((await owner.get(page)).text)!;
    const response = await owner.submit(page, {}, action);
    expect(response.headers['location']).toBe(`${page}?done=withdrawn`);
    expect((await owner.get(page)).text).not.toContain('Offered to');
  });

  it('clones the project', async () => {
    const owner = await signedIn('owner');
    const { uid } = await makeAsset(app, { name: 'Original' });
    const response = await owner.submit(`/projects/${uid}/`, {}, '/projects/new/clone/');
    expect(response.headers['location']).toMatch(/^\/projects\/a\w{21}\/form\/\?done=created$/);
    expect(response.headers['location']).not.toContain(uid);
  });
});
