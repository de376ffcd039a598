import { createHash } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { waitForImport, importFile, importJson, WELLS } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { generateBody } from '../../support/chunked-bodies';

const UID = /^i[2-9A-HJ-NP-Za-km-z]{21}$/;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const survey = (...rows: string[][]) => ({ survey: [['type', 'name', 'label'], ...rows] });

const assetOf = async (app: TestApp, uid: string) =>
  (await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200)).body as Record<string, unknown>;

const countAssets = async (app: TestApp): Promise<number> =>
  (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM asset'))[0]!.count;

describe('/api/v2/imports/', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'stranger']) await app.addUser(name);
  });
  afterAll(() => app.stop());

  describe('an import request', () => {
    it('returns 201 at once and ends complete with one asset', async () => {
      const before = await countAssets(app);
      const { body } = await app
        .as('owner')
        .post('/api/v2/imports/')
        .field({ library: 'false', name: 'Wells 2026.xlsx', assetUid: 'ignored', totalFiles: '1' })
        .attach('file', WELLS, 'upload.xlsx')
        .expect(201);
      expect(body).toEqual({
        uid: expect.stringMatching(UID),
        url: `${app.origin}/api/v2/imports/${body.uid}/`,
        status: 'processing',
      });
      const task = await waitForImport(app, body.uid as string);
      expect(task).toEqual({
        url: body.url,
        uid: body.uid,
        status: 'complete',
        date_created: expect.stringMatching(/Z$/),
        messages: {
          created: [
            {
              uid: expect.stringMatching(/^a/),
              kind: 'asset',
              owner__username: 'owner',
              summary: expect.objectContaining({
                geo: false,
                labels: ['Which well?'],
                columns: ['type', 'name', 'label'],
                languages: [],
                row_count: 1,
                default_translation: null,
              }),
            },
          ],
        },
      });
      const [made] = task.messages.created!;
      expect(await assetOf(app, made!.uid)).toMatchObject({
        name: 'Wells 2026',
        asset_type: 'survey',
        summary: made!.summary,
        version_count: 1,
      });
      expect(await countAssets(app)).toBe(before + 1);
    });

    it('stores the file until its task has ended, no longer', async () => {
      const file = workbook(survey(['text', 'kept', 'Kept?']));
      const sha256 = createHash('sha256').update(file).digest();
      const storage = app.nest.get(Storage);
      const { findReferenced: named } = app.nest.get(StoredFileOwners);
      const { uid } = await importFile(app, file);
      await app.rows("UPDATE import_task SET status = 'created' WHERE uid = $1", [uid]);
      await storage.removeUnreferenced(0, named);
      expect(await storage.has(sha256)).toBe(true);
      await app.rows("UPDATE import_task SET status = 'complete' WHERE uid = $1", [uid]);
      await storage.removeUnreferenced(0, named);
      expect(await storage.has(sha256)).toBe(false);
    });

    it.each([
      ['base64:', 'base64:'],
      ['a data URL', 'data:application/vnd.ms-excel;base64,'],
    ])('accepts base64 behind %s, as JSON', async (_name, lead) => {
      const task = await importJson(app, { base64Encoded: lead + base64(WELLS), library: false, name: 'B' });
      expect(task.status).toBe('complete');
      expect(await assetOf(app, task.messages.created![0]!.uid)).toMatchObject({
        name: 'B',
        asset_type: 'survey',
      });
    });

    it.each(['urlencoded', 'multipart'])('accepts base64 in a form sent as %s', async (kind) => {
      const request = app.as('owner').post('/api/v2/imports/');
      const fields = { base64Encoded: `base64:${base64(WELLS)}`, library: 'false' };
      const { body } = await (
        kind === 'multipart' ? request.field(fields) : request.type('form').send(fields)
      ).expect(201);
      expect((await waitForImport(app, body.uid as string)).status).toBe('complete');
    });

    it('accepts more base64 in a form than other form fields may hold', async () => {
      // Few rows with long text: a form of many rows takes seconds on a busy machine.
      const words = (row: number): string =>
        Array.from({ length: 50 }, (_, word) =>
          createHash('sha512').update(`${row} ${word}`).digest('base64'),
        ).join(' ');
      const noise = workbook(
        survey(...Array.from({ length: 320 }, (_, row) => ['note', `n${row}`, words(row)])),
      );
      expect(base64(noise).length).toBeGreaterThan(1024 * 1024);
      const fields = { base64Encoded: `base64:${base64(noise)}${'\n'.repeat(1_100_000)}` };
      const { body } = await app.as('owner').post('/api/v2/imports/').field(fields).expect(201);
      expect(await waitForImport(app, body.uid as string)).toMatchObject({ status: 'complete' });
    });

    it('prefers base64 to a file', async () => {
      const { body } = await app
        .as('owner')
        .post('/api/v2/imports/')
        .field({ base64Encoded: `base64:${base64(WELLS)}` })
        .attach('file', Buffer.from('no workbook'), 'x.xlsx')
        .expect(201);
      expect((await waitForImport(app, body.uid as string)).status).toBe('complete');
    });

    it('names the asset by the title in the file, else by name, never by the file name (contract-assets 6)', async () => {
      const titled = workbook({ ...survey(['text', 'a', 'A']), settings: [['form_title'], ['Of the file']] });
      const nameOf = async (file: Buffer, fields: Record<string, string>): Promise<unknown> => {
        const { messages } = await importFile(app, file, { library: 'false', ...fields });
        return (await assetOf(app, messages.created![0]!.uid))['name'];
      };
      expect(await nameOf(titled, { name: 'Sent' })).toBe('Of the file');
      expect(await nameOf(WELLS, { name: 'Sent.xls' })).toBe('Sent');
      expect(await nameOf(WELLS, { fileName: 'försök 1.xlsx' })).toBe('');
    });

    it.each([
      [{ name: 'Wells of 2026' }, 'Wells_of_2026'],
      [{ name: 'wells.v2.xlsx' }, 'wells_v2'],
      [{}, undefined],
    ])('gives a base64 form without an id one from its name: %j', async (named, id) => {
      const sent = { base64Encoded: `base64:${base64(WELLS)}`, library: false, ...named };
      const { messages } = await importJson(app, sent);
      const { content } = await assetOf(app, messages.created![0]!.uid);
      expect((content as { settings: object }).settings).toEqual(id === undefined ? {} : { id_string: id });
    });

    it('returns the warnings of a form', async () => {
      const doubtful = workbook(survey(['begin_group', 'g', ''], ['text', 'a', 'A'], ['end_group', '', '']));
      const warnings = [expect.stringMatching(/^survey, row 2, column label: .*"g"/) as string];
      const { status, messages } = await importFile(app, doubtful, { library: 'false' });
      expect([status, messages.warnings]).toEqual(['complete', warnings]);
      const destination = `/api/v2/assets/${messages.created![0]!.uid}/`;
      expect((await importFile(app, doubtful, { destination })).messages.warnings).toEqual(warnings);
      expect((await importFile(app, WELLS, { destination })).messages).not.toHaveProperty('warnings');
    });

    it.each([
      ['without a word a question', {}, 1, 'question'],
      ['for the library a block of two', { library: 'true' }, 2, 'block'],
      ['for anything but false the library', { library: 'banana' }, 2, 'block'],
      ['not for the library a survey', { library: 'false' }, 1, 'survey'],
      ['with the rest left open', { library: 'false', destination: '', desired_type: '' }, 1, 'survey'],
      ['as a template when asked to', { desired_type: 'template' }, 2, 'template'],
      ['as a survey when asked to', { desired_type: 'survey', library: 'true' }, 1, 'survey'],
    ])('creates %s', async (_name, fields, rows, expected) => {
      const file = workbook(survey(...['a', 'b'].slice(0, rows).map((name) => ['text', name, name])));
      const { messages } = await importFile(app, file, fields);
      expect(await assetOf(app, messages.created![0]!.uid)).toMatchObject({ asset_type: expected });
    });

    it.each([
      [{ base64Encoded: 'base64:###' }, 'base64Encoded'],
      [{ base64Encoded: 'AAAA' }, 'base64Encoded'],
      [{ destination: 'https://h/api/v2/users/ann/' }, 'destination'],
      [{ desired_type: 'collection' }, 'desired_type'],
      [{ name: ['7'] }, 'name'],
      [{ url: ['a'] }, 'url'],
    ])('returns 400 for %j', async (body, field) => {
      const response = await app.as('owner').post('/api/v2/imports/').send(body).expect(400);
      expect(Object.keys(response.body as object)).toEqual([field]);
    });

    it('returns 413 for a file over the limit, naming the limit', async () => {
      const limit = 20 * 1024 * 1024;
      for (const size of [limit + 1, 3 * limit]) {
        const { body } = await app
          .as('owner')
          .post('/api/v2/imports/')
          .attach('file', generateBody(size) as ReadStream, 'x.xlsx')
          .expect(413);
        expect(body.detail).toContain(String(limit));
      }
    });

    it('returns 413 for a base64 field over the limit, naming the limit', async () => {
      const limit = 28 * 1024 * 1024;
      const { body } = await app
        .as('owner')
        .post('/api/v2/imports/')
        .field('base64Encoded', generateBody(limit + 1) as ReadStream, { contentType: 'text/plain' })
        .expect(413);
      expect(body.detail).toContain(String(limit));
    });
  });

  describe('the visibility of import tasks', () => {
    it('is limited to the own tasks, listed oldest first', async () => {
      await app.addUser('lister');
      const uids: string[] = [];
      for (const name of ['one', 'two', 'three']) {
        uids.push((await importFile(app, WELLS, { by: 'lister', name })).uid);
      }
      const { body } = await app.as('lister').get('/api/v2/imports/?limit=2').expect(200);
      expect(body).toMatchObject({
        count: 3,
        next: `${app.origin}/api/v2/imports/?limit=2&start=2`,
        previous: null,
      });
      expect((body.results as { uid: string }[]).map(({ uid }) => uid)).toEqual(uids.slice(0, 2));
      expect(Object.keys(body.results[0] as object).sort()).toEqual([
        'date_created',
        'messages',
        'status',
        'uid',
        'url',
      ]);
      await app.as('stranger').get(`/api/v2/imports/${uids[0]}/`).expect(404);
    });

    it('is empty for an anonymous caller', async () => {
      const { uid } = await importFile(app, WELLS);
      const { body } = await app.as(ANONYMOUS).get('/api/v2/imports/').expect(200);
      expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
      await app.as(ANONYMOUS).get(`/api/v2/imports/${uid}/`).expect(404);
      await app.as(ANONYMOUS).post('/api/v2/imports/').attach('file', WELLS, 'w.xlsx').expect(401);
    });

    it.each(['put', 'patch', 'delete'] as const)('has no %s (405)', async (verb) => {
      const { uid } = await importFile(app, WELLS);
      await app.as('owner')[verb](`/api/v2/imports/${uid}/`).send({}).expect(405);
    });
  });
});
