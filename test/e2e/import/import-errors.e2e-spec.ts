import { waitForImport, importFile, importJson, WELLS } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

const survey = (...rows: string[][]) => ({ survey: [['type', 'name', 'label'], ...rows] });

const countAssets = async (app: TestApp): Promise<number> =>
  (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM asset'))[0]!.count;

describe('errors of an import', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'stranger']) await app.addUser(name);
  });
  afterAll(() => app.stop());

  describe('the messages of a failed import', () => {
    it('name sheet, row and column of every error at once', async () => {
      const { status, messages } = await importFile(
        app,
        workbook({
          survey: [
            ['type', 'name', 'label', 'relevant'],
            ['hologram', 'h', 'H', ''],
            ['text', 'a b', 'A', ''],
            ['select_one nowhere', 'b', 'B', ''],
            ['text', 'c', 'C', '${missing} = 1'],
            ['text', 'c', 'C again', ''],
          ],
        }),
        { library: 'false' },
      );
      expect(status).toBe('error');
      expect(messages).toMatchObject({ error_type: 'FormProblems' });
      const { error = '', problems = [] } = messages;
      expect(problems.map(({ sheet, row }) => `${sheet} ${row}`).sort()).toEqual([
        'survey 2',
        'survey 3',
        'survey 4',
        'survey 5',
        'survey 6',
      ]);
      expect(error).toMatch(/^survey, row 2, column type: .*hologram/m);
      for (const row of [2, 3, 4, 5, 6]) expect(error).toMatch(new RegExp(`^survey, row ${row}\\b`, 'm'));
      expect(error).toMatch(/^survey, row 5, column relevant: .*missing/m);
    });

    it.each<[string, Buffer, Record<string, string>, RegExp]>([
      [
        'a file that is not a workbook',
        Buffer.from([1, 2, 3, 0]),
        {},
        /^Unsupported format, or corrupt file/,
      ],
      ['an empty file', Buffer.alloc(0), {}, /must contain|is empty/],
      [
        'a missing survey sheet',
        workbook({ choices: [['list_name', 'name']] }),
        {},
        /must have one of these sheets/,
      ],
      [
        'a library instead of a form',
        workbook({
          library: [
            ['type', 'name'],
            ['text', 'a'],
          ],
        }),
        { library: 'false' },
        /a library cannot be imported into the form list/,
      ],
      ['a survey without a question', workbook(survey()), { library: 'false' }, /no question/],
      [
        "an expression that can't be parsed",
        workbook({
          survey: [
            ['type', 'name', 'label', 'relevant'],
            ['text', 'a', 'A', '(1'],
          ],
        }),
        { library: 'false' },
        /^survey, row 2, column relevant: .*can't be computed/,
      ],
    ])('describe %s', async (_name, file, fields, message) => {
      const before = await countAssets(app);
      const { status, messages } = await importFile(app, file, fields);
      expect(status).toBe('error');
      expect(messages).toEqual(expect.objectContaining({ error: expect.stringMatching(message) as string }));
      expect(await countAssets(app)).toBe(before);
    });

    it('describe an empty request', async () => {
      const { status, messages } = await importJson(app, { name: 'Nothing' });
      expect(status).toBe('error');
      expect(messages).toMatchObject({
        error: expect.stringMatching(/^ImportTask data must contain/) as string,
      });
    });

    it('include at most 200 errors', async () => {
      const rows = Array.from({ length: 300 }, (_, row) => ['text', `a b${row}`, 'A']);
      const { messages } = await importFile(app, workbook(survey(...rows)), { library: 'false' });
      const { error = '', problems } = messages;
      expect(problems).toHaveLength(200);
      expect(error.split('\n').at(-1)).toMatch(/^… and \d+ more\.$/);
    });

    it('describe the deactivation of the user', async () => {
      await app.addUser('leaver');
      const { body } = await app.as('leaver').post('/api/v2/imports/').send({ name: 'x' }).expect(201);
      await waitForImport(app, body.uid as string, { by: 'leaver' });
      await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
      const before = await countAssets(app);
      await app.rows(
        `INSERT INTO import_task (uid, user_id, status, request, source, date_created, date_modified)
         SELECT 'iLeaver', id, 'created', '{"library":false}', $1, now() - interval '1 hour', now() - interval '1 hour'
           FROM app_user WHERE username = 'leaver'`,
        [WELLS],
      );
      await app.rows(
        `SELECT graphile_worker.add_job('imports.run', json_build_object('subject', 'iLeaver'))`,
      );
      await expectRow(app, 'iLeaver', 'error', /inactive/);
      expect(await countAssets(app)).toBe(before);
    });
  });
});

async function expectRow(app: TestApp, uid: string, status: string, error: RegExp): Promise<void> {
  const [row] = await eventually(
    () =>
      app.rows<{ status: string; error: string }>(
        `SELECT status, messages ->> 'error' AS error FROM import_task WHERE uid = $1`,
        [uid],
      ),
    ([each]) => each?.status === 'complete' || each?.status === 'error',
  );
  expect(row).toEqual({ status, error: expect.stringMatching(error) as string });
}
