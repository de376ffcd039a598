import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>';

let app: TestApp;
let uid: string;
let settings: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  settings = `/projects/${uid}/settings/`;
  await grant(app, uid, 'granted', ['view_submissions']);
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

describe('activity', () => {
  it('names statuses as the data does', async () => {
    await submit(app, uid);
    const payload = { confirm: true, 'validation_status.uid': 'validation_status_not_approved' };
    const path = `/api/v2/assets/${uid}/data/validation_statuses/`;
    const { body } = await app.as('owner').patch(path).send({ payload }).expect(200);
    await app.as('owner').post(`${path}undo/`).send({ change_id: body.change_id }).expect(200);
    const { text } = await (await signedIn('owner')).get(`${settings}activity/`).expect(200);
    const read = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(read).toMatch(/Status: Not Approved\s*Status before, no status: \d/);
    expect(read).toMatch(/Status before, not approved: \d+\s*Status set back, no status: \d/);
    expect(read).not.toContain('validation_status');
  });

  it('names the project of each change in the log of the service', async () => {
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ name: HOSTILE }).expect(200);
    const { text } = await (await signedIn('root')).get('/administration/activity/').expect(200);
    expect(text).toContain(`<a dir="auto" href="/projects/${uid}/">&lt;img`);
    expect(text).not.toContain('<img');
  });

  it('lists changes of the project', async () => {
    const owner = await signedIn('owner');
    await owner.submit(settings, { name: HOSTILE }, `${settings}details/`);
    const { text } = await owner.get(`${settings}activity/`).expect(200);
    expect(text).toContain('Update name');
    expect(text).toContain('Deploy');
    expect(text).not.toContain('<img');
    const read = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(read).toMatch(/Name: [^→]* → &lt;img/);
    expect(read).toContain('Added: ');
    expect(read).not.toMatch(/&quot;old&quot;|_submissions|log_subtype/);
    await owner.get(`${settings}activity/?start=-1`).expect(200);
    await owner.get(`${settings}activity/?start=99999999999999999999`).expect(200);
  });
});
