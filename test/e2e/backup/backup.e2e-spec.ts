import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NAMING } from '../../../src/backup/database-snapshot.query';
import { BackupFolder } from '../../../src/backup/backup-folder';
import { restoreBackup } from '../../../src/backup/restore-backup';
import { takeBackup } from '../../../src/backup/take-backup';
import { verifyBackup } from '../../../src/backup/verify-backup';
import { Environment } from '../../../src/config/environment';
import { SecretKey } from '../../../src/config/secret-key';
import { migrations } from '../../../src/database/migrations/index.ts';
import { prepareDatabase, prepareForRows } from '../../../src/database/prepare-database';
import { LocalStorage } from '../../../src/storage/local.storage';
import { Storage } from '../../../src/storage/storage.port';
import { StoredFileOwners } from '../../../src/storage/stored-file-owners.port';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { digestOfAnswers } from '../../support/answers-digest';
import { startApp, TestApp } from '../../support/app';
import { type } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import type { Variables } from '../../support/start';
import { startBeside } from '../../support/second-process';
import { statementsDuring } from '../../support/statement-tap';
import { changesSettled } from '../../support/settled-changes';
import { createTestDatabase, type TestDatabase, withClient } from '../../support/test-database';
import { hearingReads } from '../../support/watched-storage';

const FULL = process.env['TEST_PROFILE'] === 'full';
const [SUBMISSIONS, PHOTOS] = FULL ? [10_000, 2_000] : [12, 5];
if (FULL) jest.setTimeout(1_800_000);
const PUBLIC_URL = 'https://survey.example.org';
const silent = () => () => undefined;

describe('a backup', () => {
  let app: TestApp;
  let survey: AssetJson;
  let scratch: string;
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
      await Promise.all(some.map((count) => submit(app, survey.uid, answersOf(count))));
    }
    await changesSettled(app);
  });
  afterAll(async () => {
    for (const service of [...started, app]) await service.stop();
    for (const database of databases) await database.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const answersOf = (count: number) => ({
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
  const digest = (service: TestApp, who: string) =>
    digestOfAnswers(service, app.tokenOf(who), {
      publicUrl: PUBLIC_URL,
      from: [
        '/api/v2/assets/',
        '/api/v2/users/',
        '/me/',
        '/formList',
        `/api/v2/assets/${survey.uid}/data/changes/`,
        `/api/v2/assets/${survey.uid}/history/`,
        `/api/v2/assets/${survey.uid}/counts/`,
      ],
    });
  const digests = async (service: TestApp) => [
    await digest(service, 'owner'),
    await digest(service, 'mary'),
    await digest(service, 'chief'),
  ];

  it('restored into an empty service on another database, answers everything as before', async () => {
    const folder = folderNamed('whole');
    const before = await digests(app);
    const written = await takeBackup(source(), folder, silent);
    expect(written).toMatchObject({ lost: [], files: { count: PHOTOS } });
    expect(await verifyBackup(folder, silent)).toMatchObject({ problems: [] });

    const dataDir = mkdtempSync(join(scratch, 'restored-'));
    const databaseUrl = await emptyDatabase();
    const storage = new LocalStorage(join(dataDir, 'media'));
    const secretKey = app.nest.get(SecretKey);
    await restoreBackup({ databaseUrl, storage, secretKey }, folder, silent);
    const place = new TestApp(app.nest, databaseUrl, dataDir, async () => undefined);
    const restored = await startBeside(place, { DATA_DIR: dataDir });
    started.push(restored);
    await changesSettled(restored);
    expect(await digests(restored)).toEqual(before);
    expect(Object.keys(before[0]!).length).toBeGreaterThan(PHOTOS);
    await goesOn(restored);
  });

  /** New numbers, and a feed of changes that tells of them. */
  async function goesOn(restored: TestApp): Promise<void> {
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

  it('holds the files of every table that the sweep asks before it removes one', async () => {
    const sent = await statementsDuring(() => app.nest.get(StoredFileOwners).named([Buffer.alloc(32)]));
    const asked = sent.flatMap(({ text, own }) => (own ? [text] : []));
    const named = asked.map((text) => /FROM "?(\w+)[^]*WHERE \W*\w+"?\."?(\w+)/.exec(text)?.slice(1));
    expect(named.sort()).toEqual(NAMING.map(({ table, column }) => [table, column]).sort());
  });

  it('of an earlier schema is migrated where it is restored', async () => {
    const earlier = await emptyDatabase();
    await prepareForRows(earlier, new Set(migrations.slice(0, 9).map(({ name }) => name)));
    await withClient(earlier, (client) =>
      client.query(
        `INSERT INTO app_user (username, extra_details_uid) VALUES ('ann', 'u1'), ('AnonymousUser', 'u2')`,
      ),
    );
    const folder = folderNamed('earlier');
    await takeBackup({ ...source(), databaseUrl: earlier }, folder, silent);
    const service = await emptyService();
    // As a start of the service leaves it that nobody has used.
    await prepareDatabase(service.databaseUrl);
    await restoreBackup(service, folder, silent);
    expect(await prepareDatabase(service.databaseUrl)).toEqual([]);
    const { rows } = await withClient(service.databaseUrl, (client) =>
      client.query('SELECT username FROM app_user ORDER BY id'),
    );
    expect(rows).toEqual([{ username: 'ann' }, { username: 'AnonymousUser' }]);
  });

  it('shows one moment, whatever is submitted, deleted and swept meanwhile', async () => {
    const folder = folderNamed('moment');
    const { storage } = source();
    const root = await submit(app, survey.uid, {
      files: [{ name: 'gone.jpg', content: 'soon gone' }],
      answers: '<photo>gone.jpg</photo>',
    });
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM submission WHERE root_uuid = $1', [
      root,
    ])) as [{ id: number }];
    let swept = -1;
    const meanwhile = async (): Promise<void> => {
      if (swept >= 0) return;
      swept = 0;
      await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${id}/`).expect(204);
      await submit(app, survey.uid, { files: [{ name: 'new.jpg', content: 'new' }] });
      swept = await storage.sweepUnnamed(0, app.nest.get(StoredFileOwners).kept);
    };
    const watched = hearingReads(storage, meanwhile);
    const manifest = await takeBackup({ ...source(), storage: watched }, folder, silent);
    expect(swept).toBe(0);
    expect(manifest).toMatchObject({ lost: [], files: { count: PHOTOS + 1 } });
    expect((await verifyBackup(folder, silent)).problems).toEqual([]);
    // Once nobody holds the files, what no row names goes.
    expect(await storage.sweepUnnamed(0, app.nest.get(StoredFileOwners).kept)).toBe(1);
  });

  it('cut off in the middle is no backup, and is gone on with', async () => {
    const folder = folderNamed('cut');
    const { storage } = source();
    const read: string[] = [];
    const failing = hearingReads(storage, async (sha256) => {
      read.push(sha256);
      if (read.length > 2) throw new Error('cut');
    });
    await expect(takeBackup({ ...source(), storage: failing }, folder, silent)).rejects.toThrow('cut');
    expect(readdirSync(folder.path).sort()).toEqual(['database', 'files']);
    const noBackup = 'holds no whole backup: there is no manifest.json, which is written last';
    await expect(verifyBackup(folder, silent)).rejects.toThrow(noBackup);
    await expect(restoreBackup(await emptyService(), folder, silent)).rejects.toThrow(noBackup);
    const [kept, damaged] = read as [string, string];
    const path = (hash: string): string => join(folder.path, 'files', hash.slice(0, 2), hash.slice(2));
    const { ino } = await stat(path(kept));
    await writeFile(path(damaged), 'something else');
    await takeBackup(source(), folder, silent);
    expect((await verifyBackup(folder, silent)).problems).toEqual([]);
    expect((await stat(path(kept))).ino).toBe(ino);
  });

  it('goes into no folder that holds anything else', async () => {
    await expect(takeBackup(source(), folderNamed('whole'), silent)).rejects.toThrow('name another folder');
    const other = mkdtempSync(join(scratch, 'other-'));
    await writeFile(join(other, 'letter.txt'), 'Dear');
    await expect(takeBackup(source(), new BackupFolder(other), silent)).rejects.toThrow(
      'holds other things (letter.txt)',
    );
  });

  it('is restored into no service that is in use, under no other key, and not when it is damaged', async () => {
    const folder = folderNamed('whole');
    const service = await emptyService();
    await expect(restoreBackup({ ...service, databaseUrl: app.databaseUrl }, folder, silent)).rejects.toThrow(
      'The service is not empty, there are rows in app_user',
    );
    const secretKey = new SecretKey('x'.repeat(64));
    await expect(restoreBackup({ ...service, secretKey }, folder, silent)).rejects.toThrow(
      'SECRET_KEY is not that',
    );

    const table = join(folder.path, 'database', 'submission.copy');
    const rows = await readFile(table, 'utf8');
    await writeFile(table, rows.replace('Asha 1', 'Asha 2'));
    expect((await verifyBackup(folder, silent)).problems).toEqual(['The table submission is damaged.']);
    await expect(restoreBackup(service, folder, silent)).rejects.toThrow(
      'The backup is damaged: the table submission',
    );
    // Nothing of it stays, so that a good copy can be restored into the same service.
    await writeFile(table, rows);
    await restoreBackup(service, folder, silent);
  });

  describe('on the command line', () => {
    const variables = (databaseUrl = app.databaseUrl, dataDir = app.dataDir): Variables => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: app.nest.get(Environment).SECRET_KEY!,
    });

    const shown = (...typed: Parameters<typeof type>) => type(...typed).shown;

    it('is written, verified and restored, and tells how far it is', async () => {
      const { path } = folderNamed('typed');
      const written = await shown(variables(), 'backup', path);
      expect(written).toMatchObject({ code: 0, out: expect.stringContaining(`${path} holds a backup: `) });
      expect(written.error).toMatch(/^tables \d+\/\d+\n(.*\n)*files (\d+)\/\2\n$/);
      expect(await shown(variables(), 'verify', path)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${path} is whole: `),
      });
      const dataDir = mkdtempSync(join(scratch, 'typed-'));
      const databaseUrl = await emptyDatabase();
      expect(await shown(variables(databaseUrl, dataDir), 'restore', path)).toMatchObject({
        code: 0,
        out: expect.stringContaining('The service can be started.'),
      });
      expect(await shown(variables(databaseUrl, dataDir), 'restore', path)).toMatchObject({
        code: 1,
        error: expect.stringContaining('The service is not empty'),
      });
      expect((await shown(variables(databaseUrl, dataDir), 'restore')).code).toBe(2);
    });

    it('killed, is no backup', async () => {
      const { path } = folderNamed('killed');
      // It gets as far as this table and no further.
      await withClient(app.databaseUrl, async (client) => {
        await client.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
        const typed = type(variables(), 'backup', path);
        await eventually(
          async () => existsSync(path) && readdirSync(path).length > 0,
          (isThere) => isThere,
        );
        typed.child.kill('SIGKILL');
        await typed.shown;
        await client.query('ROLLBACK');
      });
      expect(await shown(variables(), 'verify', path)).toMatchObject({
        code: 1,
        error: expect.stringContaining('holds no whole backup'),
      });
    });
  });
});
