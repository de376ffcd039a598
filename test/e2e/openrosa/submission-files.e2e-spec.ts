import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { IntakeRepository } from '../../../src/modules/submission/intake/intake.repository';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { WELLS } from '../../factories/import.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;
let storage: Storage;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, ANONYMOUS, ['add_submissions']);
  storage = app.nest.get(Storage);
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

/** Caller of the process whose parts are replaced. */
const owner = () => app.inProcess.as('owner');

const photo = (bytes = 1000) => Buffer.from(randomUUID().repeat(Math.ceil(bytes / 36))).subarray(0, bytes);
const shaOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const deleteOrphans = (): Promise<number> =>
  storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
const filesIn = async (folder: string): Promise<string[]> =>
  readdir(join(app.dataDir, 'media', folder)).catch(() => []);

function rawForm(...parts: [head: string, body: string | Buffer][]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`--b\r\n${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--b--\r\n'),
  ]);
}

const disposition = (rest: string): string => `Content-Disposition: form-data; ${rest}`;
const xmlPart = (uuid: string): [string, string] => [
  disposition('name="xml_submission_file"; filename="a.xml"'),
  instanceXml(survey.uid, { uuid }),
];

const postRaw = (body: Buffer) =>
  app.as('owner').post('/submission').type('multipart/form-data; boundary=b').send(body);

const isStored = async (uuid: string): Promise<boolean> =>
  (await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`)).status === 200;

describe('a part of a submission', () => {
  it.each([
    ['without a filename', disposition('name="photo.jpg"')],
    ['without a filename, of bytes', `${disposition('name="p"')}\r\nContent-Type: application/octet-stream`],
    ['with an empty filename', disposition('name="p"; filename=""')],
    [
      'with an empty filename, of bytes',
      `${disposition('name="p"; filename=""')}\r\nContent-Type: application/octet-stream`,
    ],
    ['called "."', disposition('name="p"; filename="."')],
    ['called ".."', disposition('name="p"; filename=".."')],
    ['named like a folder', disposition('name="p"; filename="photos/"')],
    ['named like a Windows folder', disposition('name="p"; filename="C:\\\\photos\\\\"')],
    ['without headers', 'Content-Type: image/jpeg'],
    ['with another content disposition', 'Content-Disposition: attachment; filename="p.jpg"'],
    ['without a name', disposition('filename="p.jpg"')],
  ])('that is a file %s returns 400', async (_what, head) => {
    const uuid = randomUUID();
    const bytes = photo();
    const { status, text } = await postRaw(rawForm(xmlPart(uuid), [head, bytes]));
    expect([status, text]).toEqual([400, expect.stringMatching(/<message nature="">[A-Z].{20,}/)]);
    expect(await isStored(uuid)).toBe(false);
    expect([await storage.has(shaOf(bytes)), await filesIn('drafts')]).toEqual([false, []]);
  });

  it.each([
    ['within a file', 20],
    ['within the head of a part', 1_050],
  ])('in a form that ends %s returns 400 and stores nothing', async (_where, missing) => {
    const uuid = randomUUID();
    const file = (name: string): [string, Buffer] => [disposition(`name="p"; filename="${name}"`), photo()];
    const forms = [
      [file('a.jpg'), file('b.jpg')],
      [xmlPart(uuid), file('a.jpg'), file('b.jpg')],
    ] as const;
    for (const parts of forms) {
      const whole = rawForm(...parts);
      const { status, text } = await postRaw(whole.subarray(0, whole.length - missing));
      expect([status, text]).toEqual([400, expect.stringContaining('was cut off. Send it again')]);
    }
    expect([await isStored(uuid), await filesIn('drafts')]).toEqual([false, []]);
  });

  it('is stored under the last segment of its path; known fields of collectors are ignored', async () => {
    const uuid = randomUUID();
    const bytes = photo();
    const form = rawForm([disposition('name="*isIncomplete*"'), 'yes'], xmlPart(uuid), [
      disposition('name="p"; filename="C:\\\\photos\\\\well.jpg"'),
      bytes,
    ]);
    await postRaw(form).expect(201);
    expect(await storage.has(shaOf(bytes))).toBe(true);
    expect([await filesIn('drafts'), await filesIn('claims')]).toEqual([[], []]);
  });
});

describe('files before the XML', () => {
  const early = (bytes: Buffer, uuid: string) =>
    rawForm([disposition('name="p"; filename="p.jpg"'), bytes], xmlPart(uuid));

  it('are accepted from a user, up to 10 MB', async () => {
    const uuid = randomUUID();
    await postRaw(early(photo(100_000), uuid)).expect(201);
    expect(await isStored(uuid)).toBe(true);
    await postRaw(early(photo(10_100_000), randomUUID())).expect(413);
    expect(await filesIn('drafts')).toEqual([]);
  });

  it('are rejected from strangers before any byte is stored (400)', async () => {
    const draft = jest.spyOn(storage, 'stage');
    await app.inProcess
      .as(ANONYMOUS)
      .post('/owner/submission')
      .type('multipart/form-data; boundary=b')
      .send(early(photo(), randomUUID()))
      .expect(400);
    expect(draft).not.toHaveBeenCalled();
  });
});

describe('stored files and their rows', () => {
  it('don’t exist before the submission is authorized', async () => {
    const draft = jest.spyOn(storage, 'stage');
    const files = [{ name: 'p.jpg', content: photo() }];
    await submission(owner(), instanceXml('aNone'), files).expect(404);
    expect(draft).not.toHaveBeenCalled();
  });

  it('include no file whose row failed after a cleanup', async () => {
    const [lost, retained] = [photo(), photo()];
    const uuid = randomUUID();
    jest
      .spyOn(app.nest.get(IntakeRepository), 'insert')
      .mockRejectedValueOnce(new Error('the connection broke'));
    await submission(owner(), instanceXml(survey.uid, { uuid }), [{ name: 'p.jpg', content: lost }]).expect(
      500,
    );
    await submission(owner(), instanceXml(survey.uid), [{ name: 'p.jpg', content: retained }]).expect(201);
    expect(await filesIn('drafts')).toEqual([]);
    expect(await storage.has(shaOf(lost))).toBe(true);
    expect(await deleteOrphans()).toBe(1);
    expect([await storage.has(shaOf(lost)), await storage.has(shaOf(retained))]).toEqual([false, true]);
    // A retry stores it.
    await submission(owner(), instanceXml(survey.uid, { uuid }), [{ name: 'p.jpg', content: lost }]).expect(
      201,
    );
    expect(await deleteOrphans()).toBe(0);
    expect(await storage.has(shaOf(lost))).toBe(true);
  });

  it('include a file whose response was lost', async () => {
    const bytes = photo();
    const query = app.nest.get(IntakeRepository);
    const insert = query.insert.bind(query);
    jest.spyOn(query, 'insert').mockImplementationOnce(async (row) => {
      await insert(row);
      throw new Error('the connection broke after the commit');
    });
    const uuid = randomUUID();
    const files = [{ name: 'p.jpg', content: bytes }];
    await submission(owner(), instanceXml(survey.uid, { uuid }), files).expect(500);
    expect(await deleteOrphans()).toBe(0);
    await submission(owner(), instanceXml(survey.uid, { uuid }), files).expect(202);
    expect(await storage.has(shaOf(bytes))).toBe(true);
  });

  it('leave no staged file and no claim after a duplicate', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(survey.uid, { uuid });
    const one = { name: 'one.jpg', content: photo() };
    const two = { name: 'two.jpg', content: photo() };
    await deleteOrphans();
    const before = await filesIn('claims');
    await submission(app.as('owner'), xml, [one]).expect(201);
    await submission(app.as('owner'), xml, [one]).expect(202);
    await submission(app.as('owner'), xml, [two, one]).expect(201);
    const claims = await filesIn('claims');
    expect([await filesIn('drafts'), claims.filter((each) => !before.includes(each))]).toEqual([[], []]);
  });
});

describe('a full disk', () => {
  const full = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const fullDatabase = (): Error =>
    Object.assign(new Error('could not extend file'), { driverError: { code: '53100' } });

  it('in the storage returns 503 to collectors and 507 to programs with a message; reads work', async () => {
    jest.spyOn(storage, 'stage').mockImplementation(async (source) => {
      if (source instanceof Readable) source.resume();
      throw full();
    });
    const files = [{ name: 'p.jpg', content: photo() }];
    const refused = await submission(owner(), instanceXml(survey.uid), files).expect(503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.text).toContain('no disk space left');
    const response = await owner()
      .post('/api/v2/imports/')
      .attach('file', Buffer.from(WELLS), 'wells.xlsx')
      .expect(507);
    expect(response.body.detail).toContain('no disk space left');
    await owner().get(`/api/v2/assets/${survey.uid}/data/`).expect(200);
    await submission(owner(), instanceXml(survey.uid)).expect(201);
  });

  it('in the database returns the same', async () => {
    const database = app.nest.get(DataSource);
    const query = database.query.bind(database);
    jest.spyOn(database, 'query').mockImplementation(async (sql, ...rest) => {
      if (/store_submission/.test(sql)) throw fullDatabase();
      return query<unknown>(sql, ...rest);
    });
    const refused = await submission(owner(), instanceXml(survey.uid)).expect(503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    await owner().get(`/api/v2/assets/${survey.uid}/data/`).expect(200);
  });
});
