import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder } from '../../../src/backup/backup-folder';
import { restoreBackup } from '../../../src/backup/restore-backup';
import { takeBackup, verifyBackup } from '../../../src/backup/take-backup';
import { Environment } from '../../../src/config/environment';
import { SecretKey } from '../../../src/config/secret-key';
import { migrations } from '../../../src/database/migrations';
import { prepareDatabase, migrateToSchema } from '../../../src/database/prepare-database';
import { LocalStorage } from '../../../src/storage/local.storage';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { makeEditedRegistration } from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { digestResponses } from '../../support/response-digests';
import { startApp, TestApp } from '../../support/app';
import { runCli } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import type { Variables } from '../../support/standalone-service';
import { startSecondApp } from '../../support/second-app';
import { changesSettled } from '../../support/settled-changes';
import { createTestDatabase, type TestDatabase, withClient } from '../../support/test-database';
import { observeReads } from '../../support/observed-storage';

const LONG = process.env['TEST_PROFILE'] === 'long';
const [SUBMISSIONS, PHOTOS] = LONG ? [10_000, 2_000] : [12, 5];
if (LONG) jest.setTimeout(1_800_000);
const PUBLIC_URL = 'https://survey.example.org';
const silent = () => () => undefined;
describe('a backup', () => {
  let app: TestApp;
  let survey: AssetJson;
  let scratch: string;
  const newerParts: string[] = [];
  const databases: TestDatabase[] = [];
  const started: TestApp[] = [];

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-backup-'));
    app = await startApp({ environment: { PUBLIC_URL } });
    await app.addUser('chief', { superuser: true });
    for (const name of ['owner', 'mary']) await app.addUser(name);
    survey = await makeDeployedAsset(app);
    await grant(app, survey.uid, 'mary', ['view_submissions']);
    for (let start = 0; start < SUBMISSIONS; start += 10) {
      const some = Array.from({ length: Math.min(10, SUBMISSIONS - start) }, (_, at) => start + at);
      await Promise.all(some.map((count) => submit(app, survey.uid, submissionOf(count))));
    }
    const [first] = await app.rows<{ id: number }>('SELECT min(submission_id) AS id FROM attachment');
    await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${first!.id}/`).expect(204);
    newerParts.push(...(await makeEditedRegistration(app)));
    await changesSettled(app);
  });
  afterAll(async () => {
    for (const service of [...started, app]) await service.stop();
    for (const database of databases) await database.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const submissionOf = (count: number) => ({
    answers:
      `<person><name>Asha ${count}\\ \t"ä</name><age>${count}</age></person>` +
      (count < PHOTOS ? `<photo>photo-${count}.jpg</photo>` : ''),
    ...(count < PHOTOS && { files: [{ name: `photo-${count}.jpg`, content: `photo ${count}` }] }),
  });
  const source = () => ({ databaseUrl: app.databaseUrl, storage: app.nest.get(Storage) });
  const folderNamed = (name: string): BackupFolder => new BackupFolder(join(scratch, name));
  const emptyDatabase = async (): Promise<string> => {
    const database = await createTestDatabase({ migrated: false });
    databases.push(database);
    return database.url;
  };
  const emptyService = async () => ({
    databaseUrl: await emptyDatabase(),
    storage: new LocalStorage(join(mkdtempSync(join(scratch, 'data-')), 'media')),
    secretKey: app.nest.get(SecretKey),
  });
  const digest = (service: TestApp, caller: string) =>
    digestResponses(service, app.tokenOf(caller), {
      publicUrl: PUBLIC_URL,
      from: [
        '/api/v2/assets/',
        '/api/v2/users/',
        '/me/',
        '/formList',
        `/api/v2/assets/${survey.uid}/data/changes/`,
        `/api/v2/assets/${survey.uid}/data/deleted/`,
        `/api/v2/assets/${survey.uid}/history/`,
        `/api/v2/assets/${survey.uid}/counts/`,
        ...newerParts,
      ],
    });
  const digests = async (service: TestApp) => [
    await digest(service, 'owner'),
    await digest(service, 'mary'),
    await digest(service, 'chief'),
  ];

  it('restored into an empty service on another database gives the same responses', async () => {
    const folder = folderNamed('whole');
    const before = await digests(app);
    expect(newerParts.filter((path) => !before[0]![path]!.startsWith('200 '))).toEqual([]);
    const written = await takeBackup(source(), folder, silent);
    expect(written).toMatchObject({ lost: [], files: { count: PHOTOS } });
    expect(await verifyBackup(folder, silent)).toMatchObject({ problems: [] });
    const dataDir = mkdtempSync(join(scratch, 'restored-'));
    const databaseUrl = await emptyDatabase();
    const storage = new LocalStorage(join(dataDir, 'media'));
    const secretKey = app.nest.get(SecretKey);
    await restoreBackup({ databaseUrl, storage, secretKey }, folder, silent);
    const restoredApp = new TestApp(app.nest, databaseUrl, dataDir, async () => undefined);
    const restored = await startSecondApp(restoredApp, { DATA_DIR: dataDir });
    started.push(restored);
    await changesSettled(restored);
    expect(await digests(restored)).toEqual(before);
    expect(Object.keys(before[0]!).length).toBeGreaterThan(PHOTOS);
    await expectUsable(restored);
  });

  /** New ids don't collide, and the change list goes on. */
  async function expectUsable(restored: TestApp): Promise<void> {
    const owner = restored.with(`Token ${app.tokenOf('owner')}`);
    const changes = async (since: string) =>
      (await owner.get(`/api/v2/assets/${survey.uid}/data/changes/${since}`).expect(200)).body as {
        token: string;
        results: unknown[];
      };
    let { token, results } = await changes('');
    while (results.length > 0) ({ token, results } = await changes(`?since=${token}`));
    await restored.addUser('later');
    await owner
      .post(`/api/v2/assets/${survey.uid}/permission-assignments/`)
      .send({ user: '/api/v2/users/later/', permission: '/api/v2/permissions/add_submissions/' })
      .expect(201);
    await submit(restored, survey.uid, { by: 'later' });
    await changesSettled(restored);
    expect((await changes(`?since=${token}`)).results).toHaveLength(1);
  }

  it('of an earlier schema is migrated on restore', async () => {
    const earlier = await emptyDatabase();
    await migrateToSchema(earlier, new Set(migrations.slice(0, 9).map(({ name }) => name)));
    await withClient(earlier, (client) =>
      client.query(
        `INSERT INTO app_user (username, extra_details_uid) VALUES ('ann', 'u1'), ('AnonymousUser', 'u2')`,
      ),
    );
    const folder = folderNamed('earlier');
    await takeBackup({ ...source(), databaseUrl: earlier }, folder, silent);
    const service = await emptyService();
    // The state that an unused first start leaves.
    await prepareDatabase(service.databaseUrl);
    await restoreBackup(service, folder, silent);
    expect(await prepareDatabase(service.databaseUrl)).toEqual([]);
    const { rows } = await withClient(service.databaseUrl, (client) =>
      client.query('SELECT username FROM app_user ORDER BY id'),
    );
    expect(rows).toEqual([{ username: 'ann' }, { username: 'AnonymousUser' }]);
  });

  it('is a consistent snapshot despite concurrent submissions, deletions and cleanup', async () => {
    const folder = folderNamed('moment');
    const { storage } = source();
    const root = await submit(app, survey.uid, {
      files: [{ name: 'gone.jpg', content: 'soon gone' }],
      answers: '<photo>gone.jpg</photo>',
    });
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM submission WHERE root_uuid = $1', [
      root,
    ])) as [{ id: number }];
    let deletedFiles = -1;
    const writeConcurrently = async (): Promise<void> => {
      if (deletedFiles >= 0) return;
      deletedFiles = 0;
      await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${id}/`).expect(204);
      const payload = { submission_ids: [id] };
      await app
        .as('owner')
        .delete(`/api/v2/assets/${survey.uid}/data/deleted/`)
        .send({ payload })
        .expect(200);
      await submit(app, survey.uid, { files: [{ name: 'new.jpg', content: 'new' }] });
      deletedFiles = await storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findRetained);
    };
    const observed = observeReads(storage, writeConcurrently);
    const manifest = await takeBackup({ ...source(), storage: observed }, folder, silent);
    expect(deletedFiles).toBe(0);
    expect(manifest).toMatchObject({ lost: [], files: { count: PHOTOS + 1 } });
    expect((await verifyBackup(folder, silent)).problems).toEqual([]);
    // Once the backup releases the files, unreferenced ones are deleted.
    expect(await storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findRetained)).toBe(1);
  });

  it('that was interrupted is not a backup, and can be resumed', async () => {
    const folder = folderNamed('cut');
    const { storage } = source();
    const read: string[] = [];
    const failing = observeReads(storage, async (sha256) => {
      read.push(sha256);
      if (read.length > 2) throw new Error('cut');
    });
    await expect(takeBackup({ ...source(), storage: failing }, folder, silent)).rejects.toThrow('cut');
    expect(readdirSync(folder.path).sort()).toEqual(['database', 'files']);
    const noBackup = 'holds no complete backup: manifest.json, which is written last, is missing';
    await expect(verifyBackup(folder, silent)).rejects.toThrow(noBackup);
    await expect(restoreBackup(await emptyService(), folder, silent)).rejects.toThrow(noBackup);
    const [intact, damaged] = read as [string, string];
    const path = (hash: string): string => join(folder.path, 'files', hash.slice(0, 2), hash.slice(2));
    const { ino } = await stat(path(intact));
    await writeFile(path(damaged), 'something else');
    await takeBackup(source(), folder, silent);
    expect((await verifyBackup(folder, silent)).problems).toEqual([]);
    expect((await stat(path(intact))).ino).toBe(ino);
  });

  it('is not written into a folder that is in use', async () => {
    await expect(takeBackup(source(), folderNamed('whole'), silent)).rejects.toThrow('Use another folder');
    const other = mkdtempSync(join(scratch, 'other-'));
    await writeFile(join(other, 'letter.txt'), 'Dear');
    await expect(takeBackup(source(), new BackupFolder(other), silent)).rejects.toThrow(
      'holds other files (letter.txt)',
    );
  });

  it('is not restored into a used service, under another key, or from damaged files', async () => {
    const folder = folderNamed('whole');
    const service = await emptyService();
    await expect(restoreBackup({ ...service, databaseUrl: app.databaseUrl }, folder, silent)).rejects.toThrow(
      'The service is not empty: app_user has rows',
    );
    const secretKey = new SecretKey('x'.repeat(64));
    await expect(restoreBackup({ ...service, secretKey }, folder, silent)).rejects.toThrow(
      'SECRET_KEY differs from',
    );

    const table = join(folder.path, 'database', 'submission.copy');
    const rows = await readFile(table, 'utf8');
    await writeFile(table, rows.replace('Asha 1', 'Asha 2'));
    expect((await verifyBackup(folder, silent)).problems).toEqual(['The table submission is damaged.']);
    await expect(restoreBackup(service, folder, silent)).rejects.toThrow(
      'The backup is damaged: the table submission',
    );
    // Nothing remains, so that an intact copy can be restored into the same service.
    await writeFile(table, rows);
    await restoreBackup(service, folder, silent);
  });

  describe('on the command line', () => {
    const variables = (databaseUrl = app.databaseUrl, dataDir = app.dataDir): Variables => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: app.nest.get(Environment).SECRET_KEY!,
    });

    const run = (...typed: Parameters<typeof runCli>) => runCli(...typed).result;

    it('is written for its creator alone, verified and restored with progress', async () => {
      const { path } = folderNamed('typed');
      const written = await run(variables(), 'backup', path);
      expect([written.code, (await stat(path)).mode & 0o777]).toEqual([0, 0o700]);
      expect(written.out).toContain(`Backup in ${path} is complete: `);
      expect(written.error).toMatch(/^tables \d+\/\d+\n(.*\n)*files (\d+)\/\2\n$/);
      const valid = expect.stringContaining(`Backup in ${path} is valid: `) as string;
      expect(await run(variables(), 'verify', path)).toMatchObject({ code: 0, out: valid });
      const dataDir = mkdtempSync(join(scratch, 'typed-'));
      const databaseUrl = await emptyDatabase();
      expect(await run(variables(databaseUrl, dataDir), 'restore', path)).toMatchObject({
        code: 0,
        out: expect.stringContaining('You can start the service.'),
      });
      expect(await run(variables(databaseUrl, dataDir), 'restore', path)).toMatchObject({
        code: 1,
        error: expect.stringContaining('The service is not empty'),
      });
      expect((await run(variables(databaseUrl, dataDir), 'restore')).code).toBe(2);
    });

    it('is not valid after a kill', async () => {
      const { path } = folderNamed('killed');
      // The backup blocks at this table.
      await withClient(app.databaseUrl, async (client) => {
        await client.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
        const typed = runCli(variables(), 'backup', path);
        await eventually(
          async () => existsSync(path) && readdirSync(path).length > 0,
          (isThere) => isThere,
        );
        typed.child.kill('SIGKILL');
        await typed.result;
        await client.query('ROLLBACK');
      });
      expect(await run(variables(), 'verify', path)).toMatchObject({
        code: 1,
        error: expect.stringContaining('holds no complete backup'),
      });
    });
  });
});
