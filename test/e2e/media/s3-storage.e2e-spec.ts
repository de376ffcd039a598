import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { BackupFolder } from '../../../src/backup/backup-folder';
import { restoreBackup } from '../../../src/backup/restore-backup';
import { takeBackup, verifyBackup } from '../../../src/backup/take-backup';
import { Environment } from '../../../src/config/environment';
import { SecretKey } from '../../../src/config/secret-key';
import { openStorage } from '../../../src/storage/open-storage';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submit } from '../../factories/submission.factory';
import { S3_BUCKET, S3Server } from '../../fixtures/s3-server';
import { startApp, type TestApp } from '../../support/app';
import { startSecondApp } from '../../support/second-app';
import { createTestDatabase } from '../../support/test-database';

const CLI = resolve(__dirname, '../../../dist/src/cli/main.js');
const PHOTO = Buffer.alloc(200_000, 'a photo');

describe('a service that keeps its files in S3', () => {
  let server: S3Server;
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    server = await S3Server.start();
    app = await startApp({
      environment: {
        STORAGE_URL: server.url('media'),
        // Deleted submissions keep their files otherwise.
        DELETED_SUBMISSIONS_KEPT_DAYS: '0',
        ...server.credentials,
      },
    });
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
  });
  afterAll(async () => {
    await app.stop();
    await server.stop();
  });

  const keys = (prefix = 'media'): string[] =>
    readdirSync(join(server.folder, S3_BUCKET, prefix), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => name.replace('._S3rver_object', ''))
      .sort();
  const keyOf = (bytes: Buffer): string =>
    createHash('sha256').update(bytes).digest('hex').replace(/^../, '$&/');
  const usage = async (): Promise<number> =>
    (await app.as('owner').get('/api/v2/service_usage/').expect(200)).body.total_storage_bytes;
  const post = (uuid: string, photo?: Buffer) => {
    const form = new FormData();
    form.set('xml_submission_file', new Blob([instanceXml(survey.uid, { uuid })]), 'a.xml');
    if (photo !== undefined) form.set('a.jpg', new Blob([photo], { type: 'image/jpeg' }), 'a.jpg');
    const headers = { Authorization: `Token ${app.tokenOf('owner')}`, 'X-OpenRosa-Version': '1.0' };
    return fetch(`${app.origin}/submission`, { method: 'POST', headers, body: form });
  };
  const attachmentOf = async (uuid: string): Promise<string> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    return new URL(body._attachments[0].download_url).pathname;
  };

  it('has stored the content, without a pending claim, when it responds, and returns it whole and in ranges', async () => {
    const uuid = randomUUID();
    await submit(app, survey.uid, { uuid, files: [{ name: 'a.jpg', content: PHOTO }] });
    expect(keys()).toEqual([keyOf(PHOTO)]);
    expect(readdirSync(join(app.dataDir, 'drafts'))).toEqual([]);
    const path = await attachmentOf(uuid);
    expect((await app.as('owner').get(path).expect(200)).body.equals(PHOTO)).toBe(true);
    const part = await app.as('owner').get(path).set('Range', 'bytes=199990-').expect(206);
    expect(part.body.equals(PHOTO.subarray(199_990))).toBe(true);
    expect(await usage()).toBe(PHOTO.length);
  });

  it('stores identical content once, counts it twice, and deletes it with its last reference', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const file = Buffer.from('came twice');
    for (const uuid of [one, other])
      await submit(app, survey.uid, { uuid, files: [{ name: 'a.jpg', content: file }] });
    expect(await usage()).toBe(PHOTO.length + 2 * file.length);
    const deleteOrphans = () =>
      app.nest.get(Storage).removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
    for (const [uuid, swept] of [
      [one, 0],
      [other, 1],
    ] as const) {
      await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(204);
      expect(await deleteOrphans()).toBe(swept);
      expect(keys().includes(keyOf(file))).toBe(swept === 0);
    }
    expect(await usage()).toBe(PHOTO.length);
  });

  it('accepts and reads text during an S3 outage, asks collectors to retry files, and recovers', async () => {
    const [stored, text, uuid, deleted] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const unwanted = Buffer.from('removed while S3 is away');
    await submit(app, survey.uid, { uuid: deleted, files: [{ name: 'a.jpg', content: unwanted }] });
    await submit(app, survey.uid, { uuid: stored, files: [{ name: 'a.jpg', content: PHOTO }] });
    const path = await attachmentOf(stored);
    await server.kill();

    const refused = await post(uuid, Buffer.from('not yet'));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.text()).toContain('>The file storage is unavailable.');
    expect(refused.headers.get('content-type')).toContain('text/xml');
    expect((await post(text)).status).toBe(201);
    await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${text}/`).expect(200);
    await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(404);
    await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${deleted}/`).expect(204);
    const { body } = await app.as('owner').get(path).expect(503);
    expect(body.detail).toBe('The file storage is unavailable. Retry later.');
    const { body: ready } = await app.as('owner').get('/health/ready').expect(503);
    expect(ready.detail).toContain('S3 does not respond. Check the endpoint in STORAGE_URL');

    await server.run();
    expect((await post(uuid, Buffer.from('not yet'))).status).toBe(201);
    await app.as('owner').get('/health/ready').expect(200);
    await app.as('owner').get(path).expect(200);
    expect(keys()).toContain(keyOf(unwanted));
    await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${text}/`).expect(204);
    await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(204);
    await app.nest.get(Storage).removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
    expect(keys()).not.toContain(keyOf(unwanted));
  });

  it('is backed up, and restored into a new database and another prefix', async () => {
    const photo = Buffer.from('in the backup');
    await submit(app, survey.uid, { files: [{ name: 'a.jpg', content: photo }] });
    const folder = new BackupFolder(join(app.dataDir, 'backup'));
    const silent = () => () => undefined;
    const source = { databaseUrl: app.databaseUrl, storage: app.nest.get(Storage) };
    const { files } = await takeBackup(source, folder, silent);
    expect((await verifyBackup(folder, silent)).problems).toEqual([]);

    const database = await createTestDatabase({ migrated: false });
    const environment = { ...app.nest.get(Environment), STORAGE_URL: server.url('restored') };
    const service = {
      databaseUrl: database.url,
      storage: openStorage(environment),
      secretKey: app.nest.get(SecretKey),
    };
    await restoreBackup(service, folder, silent);
    expect(files.count).toBeGreaterThan(0);
    expect(keys('restored')).toHaveLength(files.count);
    expect(keys('restored').filter((key) => !keys().includes(key))).toEqual([]);
    const sha256 = createHash('sha256').update(photo).digest();
    expect(await buffer(await service.storage.read(sha256))).toEqual(photo);
    await database.drop();
  });

  it('moves into a folder with one command and serves the same from there', async () => {
    const uuid = randomUUID();
    await submit(app, survey.uid, { uuid, files: [{ name: 'a.jpg', content: Buffer.from('it moves') }] });
    const path = await attachmentOf(uuid);
    const folder = `file://${app.dataDir}/elsewhere`;
    const migrate = (url: string) =>
      promisify(execFile)(process.execPath, [CLI, 'storage', 'migrate', '--to', url], {
        env: {
          PATH: process.env['PATH'],
          ...server.credentials,
          STORAGE_URL: server.url('media'),
          DATA_DIR: app.dataDir,
        },
      });
    const { stdout, stderr } = await migrate(folder);
    expect(stdout).toMatch(/^Copied \d+ files of 0\.2 MB\.\n$/);
    expect(stderr).toMatch(/^Copying files 1\/\d+\n|^Copying files (\d+)\/\1\n$/m);
    expect((await migrate(folder)).stdout).toBe('All files are already copied.\n');

    const moved = await startSecondApp(app, { STORAGE_URL: folder, ROLE: 'api' });
    const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
    await server.kill();
    const response = await fetch(moved.origin + path, { headers });
    expect([response.status, await response.text()]).toEqual([200, 'it moves']);
    await expect(migrate(`${folder}-too`)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^S3 does not respond\. .* Run the command again to resume\.\n$/),
    });
    await expect(migrate('ftp://elsewhere')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('STORAGE_URL must start with file:// or s3://'),
    });
    await moved.stop();
    await server.run();
  });
});
