import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  // No chore by itself: the test says when.
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  await app.addUser('root', { superuser: true });
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const remove = (uid: string, as = 'owner') => app.as(as).delete(api(uid)).expect(204);
const run = (chore: string) =>
  app.nest
    .get(JobRegistry)
    .chores.find(({ name }) => name === chore)!
    .run();
const purge = () => run('purge deleted assets');
const undelete = (uid: string) =>
  app
    .as('root')
    .post('/api/v2/assets/bulk/')
    .send({ payload: { asset_uids: [uid], action: 'undelete' } });

/** Makes an asset one that was deleted so many days ago. */
const age = (uid: string, days: number) =>
  app.rows('UPDATE asset SET date_deleted = now() - make_interval(days => $2) WHERE uid = $1', [uid, days]);

async function addFile(uid: string, name: string, content: string): Promise<void> {
  await app
    .as('owner')
    .post(api(uid, 'files/'))
    .field('file_type', 'form_media')
    .attach('content', Buffer.from(content), name)
    .expect(201);
}

async function addAnswer(uid: string, photo: string): Promise<void> {
  const files = [{ name: 'p.jpg', content: photo }];
  await submit(app, uid, { answers: '<photo>p.jpg</photo>', files });
}

function storedPaths(): string[] {
  return readdirSync(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const storedBytes = (): number => storedPaths().reduce((sum, path) => sum + statSync(path).size, 0);

/** What nobody names is gone afterwards, however fresh it is. */
async function sweep(): Promise<void> {
  for (const path of storedPaths()) utimesSync(path, 0, 0);
  await run('sweep files without a row');
}

/** Tables with rows of an asset; the history outlives it. */
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

describe('what was deleted', () => {
  it('can be brought back for a week, with all that it had', async () => {
    const { uid } = await makeDeployedAsset(app);
    await addFile(uid, 'map.png', 'a map');
    await addAnswer(uid, 'a photo');
    await remove(uid);
    await age(uid, 6);
    await purge();
    await undelete(uid).expect(200);
    const { body } = await app.as('owner').get(api(uid)).expect(200);
    expect(body).toMatchObject({
      deployment__submission_count: 1,
      files: [{ metadata: { filename: 'map.png' } }],
    });
  });

  it('goes after a week, with its rows and the bytes that nobody else names', async () => {
    await sweep();
    const bytes = storedBytes();
    const [doomed, kept] = [await makeDeployedAsset(app), await makeDeployedAsset(app)];
    for (const { uid } of [doomed, kept]) {
      await addFile(uid, 'shared.png', 'both have this');
      await addAnswer(uid, 'and this photo');
    }
    await addFile(doomed.uid, 'own.png', 'a file of its own');
    await addAnswer(doomed.uid, 'a photo of its own');
    await sweep();
    const shared = 'both have this'.length + 'and this photo'.length;
    expect(storedBytes() - bytes).toBe(shared + 'a file of its own'.length + 'a photo of its own'.length);

    const [row] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [doomed.uid]);
    expect(await tablesWith(row!.id)).toContain('attachment');
    await remove(doomed.uid);
    await age(doomed.uid, 8);
    await purge();
    expect(await tablesWith(row!.id)).toEqual([]);
    await undelete(doomed.uid).expect(400);

    await sweep();
    expect(storedBytes() - bytes).toBe(shared);
    const { body } = await app.as('owner').get(api(kept.uid, 'files/')).expect(200);
    const { pathname } = new URL(body.results[0].content as string);
    expect(String((await app.as('owner').get(pathname).expect(200)).body)).toBe('both have this');
  });

  it('can not be brought back once it began to go, and goes when a purge was cut short', async () => {
    const { uid } = await makeDeployedAsset(app);
    await addAnswer(uid, 'half gone');
    await remove(uid);
    await app.rows('UPDATE asset SET is_purging = true WHERE uid = $1', [uid]);
    await undelete(uid).expect(400);
    await purge();
    expect(await app.rows('SELECT 1 FROM asset WHERE uid = $1', [uid])).toEqual([]);
  });

  it("is told of in the history, a purge as nobody's", async () => {
    const { uid } = await makeAsset(app);
    await remove(uid);
    await undelete(uid).expect(200);
    await remove(uid, 'root');
    await age(uid, 8);
    await purge();
    const { body } = await app.as('root').get('/api/v2/audit-logs/?limit=1000').expect(200);
    const told = (body.results as { username: string; action: string; metadata: { asset_uid?: string } }[])
      .filter(({ metadata }) => metadata.asset_uid === uid)
      .map(({ username, action }) => `${action} ${username}`.trim());
    expect(told).toEqual(['purge', 'delete root', 'undelete root', 'delete owner', 'create owner']);
  });

  it('of a collection takes back what it handed down', async () => {
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
    await age(library, 8);
    await purge();
    await app.as('reader').get(api(uid)).expect(404);
    expect((await app.as('owner').get(api(uid)).expect(200)).body).toMatchObject({ parent: null });
  });
});
