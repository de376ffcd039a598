import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { type SentRequest, WebSession } from '../../support/web-session';
import { ACCOUNT_DEEDS } from './account-deeds';
import type { Project } from './deed';
import { PROJECT_DEEDS } from './project-deeds';

const DEEDS = Object.entries({ ...PROJECT_DEEDS, ...ACCOUNT_DEEDS });

/** Writes of the web application, by a session with its CSRF header and by a token. */
describe('the web application', () => {
  let app: TestApp;
  let strangers: readonly WebSession[];
  let withoutHeader: WebSession;
  let shared: Pick<Project, 'foreignCollection' | 'organization' | 'editor'>;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', 'editor', 'stranger', 'changer', 'keeper', 'key-owner', 'other-owner'])
      await app.addUser(username);
    strangers = [await WebSession.signIn(app, 'stranger'), WebSession.withToken(app, 'stranger')];
    withoutHeader = await WebSession.signIn(app, 'owner', { withHeader: false });
    const { uid } = await makeAsset(app, { owner: 'editor', asset_type: 'collection', content: {} });
    for (const codename of ['view_asset', 'discover_asset']) {
      await app
        .as('editor')
        .post(`/api/v2/assets/${uid}/permission-assignments/`)
        .send({
          user: `${app.origin}/api/v2/users/AnonymousUser/`,
          permission: `${app.origin}/api/v2/permissions/${codename}/`,
        })
        .expect(201);
    }
    const { body } = await app.as('owner').get('/me/').expect(200);
    shared = {
      foreignCollection: uid,
      organization: body.organization.uid as string,
      editor: await WebSession.signIn(app, 'editor'),
    };
  });
  afterAll(() => app.stop());

  async function makeProject(): Promise<Project> {
    const { uid } = await makeDeployedAsset(app, { name: 'Households' });
    const { uid: draft } = await makeAsset(app, { name: 'Draft' });
    for (let sent = 0; sent < 2; sent += 1) await submit(app, uid);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    return { ...shared, app, uid, draft, ids: (body.results as { _id: number }[]).map(({ _id }) => _id) };
  }

  const unsafe = ({ sent }: WebSession) => sent.find(({ verb }) => verb !== 'GET')!;

  /** The same request for another project, since the deed may have changed or deleted its own. */
  function retargeted({ verb, target, body }: SentRequest, from: Project, to: Project): SentRequest {
    const replaced = (text: string): string =>
      [from.uid, from.draft, ...from.ids].reduce<string>(
        (known, each, index) => known.replaceAll(String(each), String([to.uid, to.draft, ...to.ids][index])),
        text,
      );
    const { form, json } = body;
    return {
      verb,
      target: replaced(target),
      body: {
        ...(json !== undefined && { json: JSON.parse(replaced(JSON.stringify(json))) as unknown }),
        ...(form !== undefined && {
          form: Object.fromEntries(
            Object.entries(form).map(([name, value]) => [
              name,
              typeof value === 'string' ? replaced(value) : value,
            ]),
          ),
        }),
      },
    };
  }

  describe.each([
    ['a session', () => WebSession.signIn(app, 'owner')],
    ['a token', () => Promise.resolve(WebSession.withToken(app, 'owner'))],
  ] as const)('can, with %s,', (_, open) => {
    it.each(DEEDS)('%s', async (_deed, { run }) => {
      await run(await open(), await makeProject());
    });
  });

  it('shows the API key to a session, and makes another one after it was deleted', async () => {
    const session = await WebSession.signIn(app, 'key-owner');
    const { body } = await session.expectOk('GET', '/token/?format=json');
    expect(body.token).toBe(app.tokenOf('key-owner'));
    expect((await session.expectOk('DELETE', '/token/')).status).toBe(204);
    await app.as('key-owner').get('/me/').expect(401);
    const { body: next } = await session.expectOk('POST', '/token/?format=json');
    expect(next.token).not.toBe(body.token);
  });

  it('shows the API key to itself, which may end itself', async () => {
    const program = WebSession.withToken(app, 'other-owner');
    const { body } = await program.expectOk('GET', '/token/?format=json');
    expect(body.token).toBe(app.tokenOf('other-owner'));
    await program.expectOk('DELETE', '/token/');
    expect((await program.send('GET', '/token/?format=json')).status).toBe(401);
  });

  describe.each(DEEDS)('refuses to %s', (_, { run, refusedWith }) => {
    it('a session without its header (403), and those who lack the permission', async () => {
      const recorder = WebSession.withToken(app, 'owner');
      const project = await makeProject();
      await run(recorder, project);
      const { verb, target, body } = retargeted(unsafe(recorder), project, await makeProject());
      const { status, body: refusal } = await withoutHeader.send(verb, target, body);
      expect([status, refusal]).toEqual([403, { detail: 'CSRF Failed: CSRF token missing.' }]);
      if (refusedWith === undefined) return;
      for (const stranger of strangers) {
        expect(refusedWith).toContain((await stranger.send(verb, target, body)).status);
      }
    });
  });

  it('changes the password with a session, which goes on, and ends the token', async () => {
    const session = await WebSession.signIn(app, 'changer');
    const change = { current_password: PASSWORD, new_password: 'another: long password' };
    await session.expectOk('PATCH', '/me/', { json: change });
    await session.expectOk('GET', '/me/');
    await app.as('changer').get('/me/').expect(401);
    await WebSession.signIn(app, 'changer', { password: change.new_password });
  });

  it('changes the password with a token, which ends with it', async () => {
    const change = { current_password: PASSWORD, new_password: 'another: long password' };
    await WebSession.withToken(app, 'keeper').expectOk('PATCH', '/me/', { json: change });
    await app.as('keeper').get('/me/').expect(401);
    await WebSession.signIn(app, 'keeper', { password: change.new_password });
  });

  it('signs out', async () => {
    const session = await WebSession.signIn(app, 'owner');
    const { status } = await session.send('POST', '/accounts/logout/');
    expect([200, 204, 302, 303]).toContain(status);
    expect((await session.send('GET', '/me/')).status).toBe(401);
  });
});
