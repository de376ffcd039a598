import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  // Jobs run only when a test runs them.
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  await app.addUser('root', { superuser: true });
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const remove = (uid: string, as = 'owner') => app.as(as).delete(api(uid)).expect(204);
const run = (job: string) =>
  app.nest
    .get(JobRegistry)
    .scheduledJobs.find(({ name }) => name === job)!
    .run();
const purge = () => run('deleted-assets.purge');
const undelete = (uid: string) =>
  app
    .as('root')
    .post('/api/v2/assets/bulk/')
    .send({ payload: { asset_uids: [uid], action: 'undelete' } });

const backdate = (uid: string, days: number) =>
  app.rows('UPDATE asset SET date_deleted = now() - make_interval(days => $2) WHERE uid = $1', [uid, days]);

async function addFile(uid: string, name: string, content: string): Promise<void> {
  await app
    .as('owner')
    .post(api(uid, 'files/'))
    .field('file_type', 'form_media')
    .attach('content', Buffer.from(content), name)
    .expect(201);
}

async function addSubmission(uid: string, photo: string): Promise<void> {
  const files = [{ name: 'p.jpg', content: photo }];
  const uuid = await submit(app, uid, { answers: '<photo>p.jpg</photo>', files });
  await app
    .as('owner')
    .post(api(uid, `data/${uuid}/notes/`))
    .send({ body: 'Seen' })
    .expect(201);
}

function storedPaths(): string[] {
  return readdirSync(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const storedBytes = (): number => storedPaths().reduce((sum, path) => sum + statSync(path).size, 0);

/** Deletes unreferenced files, ignoring their age. */
async function deleteOrphans(): Promise<void> {
  for (const path of storedPaths()) utimesSync(path, 0, 0);
  await run('storage.delete-orphans');
}

/** Tables that hold rows of the asset; the history outlives it. */
async function tablesWith(assetId: number): Promise<string[]> {
  const tables = await app.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE a.attname = 'asset_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relispartition AND c.relname NOT IN ('audit_entry', 'asset_change')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.rows(`SELECT 1 FROM ${name} WHERE asset_id = $1 LIMIT 1`, [assetId]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a deleted asset', () => {
  it('can be restored for a week with all of its data', async () => {
    const { uid } = await makeDeployedAsset(app);
    await addFile(uid, 'map.png', 'a map');
    await addSubmission(uid, 'a photo');
    await remove(uid);
    await backdate(uid, 6);
    await purge();
    await undelete(uid).expect(200);
    const { body } = await app.as('owner').get(api(uid)).expect(200);
    expect(body).toMatchObject({
      deployment__submission_count: 1,
      files: [{ metadata: { filename: 'map.png' } }],
    });
  });

  it('is purged after a week with its rows and the bytes that only it references', async () => {
    await deleteOrphans();
    const bytes = storedBytes();
    const [doomed, retained] = [await makeDeployedAsset(app), await makeDeployedAsset(app)];
    for (const { uid } of [doomed, retained]) {
      await addFile(uid, 'shared.png', 'both have this');
      await addSubmission(uid, 'and this photo');
    }
    await addFile(doomed.uid, 'own.png', 'a file of its own');
    await addSubmission(doomed.uid, 'a photo of its own');
    await deleteOrphans();
    const shared = 'both have this'.length + 'and this photo'.length;
    expect(storedBytes() - bytes).toBe(shared + 'a file of its own'.length + 'a photo of its own'.length);

    const [row] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [doomed.uid]);
    expect(await tablesWith(row!.id)).toEqual(expect.arrayContaining(['attachment', 'submission_note']));
    await remove(doomed.uid);
    await backdate(doomed.uid, 8);
    await purge();
    expect(await tablesWith(row!.id)).toEqual([]);
    await undelete(doomed.uid).expect(400);

    await deleteOrphans();
    expect(storedBytes() - bytes).toBe(shared);
    const { body } = await app.as('owner').get(api(retained.uid, 'files/')).expect(200);
    const { pathname } = new URL(body.results[0].content as string);
    expect(String((await app.as('owner').get(pathname).expect(200)).body)).toBe('both have this');
  });

  it('can’t be restored once its purge began, and is purged after an interruption', async () => {
    const { uid } = await makeDeployedAsset(app);
    await addSubmission(uid, 'half gone');
    await remove(uid);
    await app.rows('UPDATE asset SET is_purging = true WHERE uid = $1', [uid]);
    await undelete(uid).expect(400);
    await purge();
    expect(await app.rows('SELECT 1 FROM asset WHERE uid = $1', [uid])).toEqual([]);
  });

  it('is recorded in the history; the purge has no user', async () => {
    const { uid } = await makeAsset(app);
    await remove(uid);
    await undelete(uid).expect(200);
    await remove(uid, 'root');
    await backdate(uid, 8);
    await purge();
    const { body } = await app.as('root').get('/api/v2/audit-logs/?limit=1000').expect(200);
    const logged = (body.results as { username: string; action: string; metadata: { asset_uid?: string } }[])
      .filter(({ metadata }) => metadata.asset_uid === uid)
      .map(({ username, action }) => `${action} ${username}`.trim());
    expect(logged).toEqual(['purge', 'delete root', 'undelete root', 'delete owner', 'create owner']);
  });

  it('revokes the permissions it passed on, if it is a collection', async () => {
    await app.addUser('reader');
    const { uid: library } = await makeAsset(app, { asset_type: 'collection' });
    const { uid } = await makeAsset(app);
    await app
      .as('owner')
      .patch(api(uid))
      .send({ parent: api(library) })
      .expect(200);
    await grant(app, library, 'reader', ['view_asset']);
    await app.as('reader').get(api(uid)).expect(200);
    await remove(library);
    await backdate(library, 8);
    await purge();
    await app.as('reader').get(api(uid)).expect(404);
    expect((await app.as('owner').get(api(uid)).expect(200)).body).toMatchObject({ parent: null });
  });
});
