import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { makeHook } from '../../factories/hook.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { textsDuring } from '../../support/statement-tap';

describe('a submission to an asset with a hook', () => {
  let app: TestApp;
  let uid: string;
  let hook: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    hook = await makeHook(app, uid);
    await waitForNotifications(app);
    await submit(app, uid);
  });
  afterAll(() => app.stop());

  const pendingCount = async (): Promise<number> =>
    (await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${hook}/`)).body.pending_count as number;

  it('is stored with its delivery in one statement', async () => {
    const before = await pendingCount();
    const sent = await textsDuring(() => submit(app, uid));
    expect(sent).toEqual([expect.stringMatching(/store_submission.*note_deliveries/s)]);
    expect(await pendingCount()).toBe(before + 1);
  });

  it('has one delivery, even with files or when sent again', async () => {
    const before = await pendingCount();
    const xml = instanceXml(uid, { uuid: randomUUID(), answers: '<photo>p.jpg</photo>' });
    const files = [{ name: 'p.jpg', content: 'photo' }];
    await submission(app.as('owner'), xml, files).expect(201);
    await submission(app.as('owner'), xml, files).expect(202);
    await submission(app.as('owner'), xml).expect(202);
    expect(await pendingCount()).toBe(before + 1);
  });

  it('is not stored if its delivery cannot be stored', async () => {
    const count = async (): Promise<unknown> => (await app.rows('SELECT count(*) FROM submission'))[0];
    const before = await count();
    await app.rows('ALTER TABLE hook_delivery ADD CONSTRAINT never CHECK (status <> 1) NOT VALID');
    await submission(app.as('owner'), instanceXml(uid)).expect(500);
    await app.rows('ALTER TABLE hook_delivery DROP CONSTRAINT never');
    expect(await count()).toEqual(before);
    await submission(app.as('owner'), instanceXml(uid)).expect(201);
  });
});
