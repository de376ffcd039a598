import type { Test } from 'supertest';
import { grant, makeAsset } from '../../factories/asset.factory';
import { workbook } from '../../factories/workbook.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'lister']) await app.addUser(username);
});
afterAll(() => app.stop());

const IMPORTS = '/api/v2/imports/';
const FORM = workbook({
  survey: [
    ['type', 'name', 'label::English (en)', 'label::Français (fr)', 'relevant'],
    ['select_one yn', 'go', 'Go on?', 'Continuer ?', ''],
    ['begin_group', 'home', 'Home', 'Maison', ''],
    ['integer', 'rooms', 'Rooms?', 'Pièces ?', "${go} = 'y'"],
    ['end_group', '', '', '', ''],
    ['geopoint', 'place', 'Where?', 'Où ?', ''],
  ],
  choices: [
    ['list_name', 'name', 'label::English (en)', 'label::Français (fr)'],
    ['yn', 'y', 'Yes', 'Oui'],
    ['yn', 'n', 'No', 'Non'],
  ],
});

interface Task {
  uid: string;
  url: string;
  status: string;
  date_created: string;
  // What an import says depends on how it went.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  messages: Record<string, any>;
}

/** Starts an import and waits for its end. */
async function finish(request: Test, who = 'owner'): Promise<Task> {
  const { body } = await request.expect(201);
  expect(body).toEqual({
    uid: expect.stringMatching(/^i[A-Za-z0-9]{21}$/),
    url: `${app.origin}${IMPORTS}${body.uid}/`,
    status: 'processing',
  });
  const states = new Set<string>();
  const answer = await eventually(
    () => app.as(who).get(`${IMPORTS}${body.uid}/`).expect(200),
    ({ body: task }) => {
      states.add(task.status as string);
      return task.status === 'complete' || task.status === 'error';
    },
  );
  expect([...states].every((state) => ['created', 'processing', 'complete', 'error'].includes(state))).toBe(
    true,
  );
  return answer.body as Task;
}

const upload = (
  file: Buffer,
  name = 'form.xlsx',
  fields: Record<string, string> = { library: 'false' },
  who = 'owner',
) => app.as(who).post(IMPORTS).field(fields).attach('file', file, name);

describe('POST /api/v2/imports/', () => {
  it('makes a survey of a workbook, ready to be deployed', async () => {
    const task = await finish(upload(FORM, 'Baseline survey.xlsx'));
    expect(task.status).toBe('complete');
    const [created] = task.messages['created'] as Record<string, unknown>[];
    expect(created).toMatchObject({
      kind: 'asset',
      owner__username: 'owner',
      summary: {
        geo: true,
        row_count: 3,
        languages: ['English (en)', 'Français (fr)'],
        default_translation: 'English (en)',
      },
    });
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${created!['uid'] as string}/`)
      .expect(200);
    expect(body).toMatchObject({
      asset_type: 'survey',
      name: 'Baseline survey',
      owner__username: 'owner',
      version_count: 1,
    });
    expect(body.content.translations).toEqual(['English (en)', 'Français (fr)']);
    const deployed = await app
      .as('owner')
      .post(`/api/v2/assets/${body.uid}/deployment/`)
      .send({ active: true })
      .expect(201);
    expect(deployed.body.asset.deployment_status).toBe('deployed');
  });

  it('takes the name that was sent, without its ending', async () => {
    const task = await finish(upload(FORM, 'x.xlsx', { library: 'false', name: 'Wells 2026.xlsx' }));
    const { body } = await app.as('owner').get(`/api/v2/assets/${task.messages['created'][0].uid}/`);
    expect(body.name).toBe('Wells 2026');
  });

  it.each([
    ['base64:', ''],
    ['data:application/vnd.openxmlformats;base64,', ''],
  ])('takes a workbook as text behind %s', async (prefix) => {
    const task = await finish(
      app
        .as('owner')
        .post(IMPORTS)
        .type('form')
        .send({ base64Encoded: prefix + FORM.toString('base64'), library: 'false', name: 'Encoded' }),
    );
    expect(task).toMatchObject({ status: 'complete', messages: { created: [{ kind: 'asset' }] } });
  });

  it.each([
    ['question', [['text', 'a', 'A']]],
    [
      'block',
      [
        ['text', 'a', 'A'],
        ['text', 'b', 'B'],
      ],
    ],
  ])('makes a %s for the library when nothing else was said', async (asset_type, rows) => {
    const task = await finish(
      upload(workbook({ survey: [['type', 'name', 'label'], ...rows] }), 'x.xlsx', {}),
    );
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${task.messages['created'][0].uid}/`)
      .expect(200);
    expect(body.asset_type).toBe(asset_type);
  });

  it('overwrites an asset that the caller may change, and no other', async () => {
    const target = await makeAsset(app);
    await grant(app, target.uid, 'ann', ['change_asset']);
    const task = await finish(
      upload(
        FORM,
        'x.xlsx',
        { destination: `${app.origin}/api/v2/assets/${target.uid}/`, library: 'false' },
        'ann',
      ),
      'ann',
    );
    expect(task).toMatchObject({
      status: 'complete',
      messages: { updated: [{ uid: target.uid, owner__username: 'ann' }] },
    });
    const { body } = await app.as('owner').get(`/api/v2/assets/${target.uid}/`).expect(200);
    expect(body).toMatchObject({
      version_count: 2,
      last_modified_by: 'ann',
      owner__username: 'owner',
      name: 'Households',
    });
    const hidden = await makeAsset(app);
    const refused = await finish(
      upload(FORM, 'x.xlsx', { destination: `/api/v2/assets/${hidden.uid}/`, library: 'false' }, 'ann'),
      'ann',
    );
    expect(refused.status).toBe('error');
    expect((await app.as('owner').get(`/api/v2/assets/${hidden.uid}/`)).body.version_count).toBe(1);
  });

  it.each([
    [
      'an unknown type',
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
          ['hologram', 'b', 'B'],
        ],
      },
      /survey.*\b3\b.*hologram/,
    ],
    [
      'a reference to nothing',
      {
        survey: [
          ['type', 'name', 'label', 'relevant'],
          ['text', 'a', 'A', '${nobody} = 1'],
        ],
      },
      /survey.*\b2\b.*nobody/,
    ],
    [
      'two questions of one name',
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
          ['text', 'a', 'B'],
        ],
      },
      /survey.*\b3\b/,
    ],
    [
      'two choices of one name',
      {
        survey: [
          ['type', 'name', 'label'],
          ['select_one yn', 'a', 'A'],
        ],
        choices: [
          ['list_name', 'name', 'label'],
          ['yn', 'y', 'Yes'],
          ['yn', 'y', 'No'],
        ],
      },
      /choices.*\b3\b/,
    ],
    ['no sheet that is known', { other: [['type', 'name']] }, /survey/],
  ])('ends in error for a form with %s, naming the sheet and the row', async (_, sheets, said) => {
    const task = await finish(upload(workbook(sheets)));
    expect(task.status).toBe('error');
    expect(typeof task.messages['error_type']).toBe('string');
    expect(task.messages['error']).toMatch(said);
    expect(task.messages['error']).not.toMatch(/\bat \/|node_modules|undefined/);
  });

  it.each([
    ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])],
    ['a damaged workbook', FORM.subarray(0, FORM.length - 200)],
    ['an empty file', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html><body>hello</body></html>')],
  ])('ends in error for %s', async (_, file) => {
    const task = await finish(upload(file));
    expect(task.status).toBe('error');
    expect((task.messages['error'] as string).length).toBeGreaterThan(10);
    expect(Object.keys(task.messages).sort()).toEqual(['error', 'error_type']);
  });

  it('ends in error when no workbook was sent', async () => {
    const task = await finish(app.as('owner').post(IMPORTS).field({ library: 'false' }));
    expect(task).toMatchObject({ status: 'error', messages: { error: expect.stringContaining('file') } });
  });

  it.each([
    [
      'a destination that is no asset',
      { destination: 'nowhere' },
      { destination: ['Invalid hyperlink - No URL match.'] },
    ],
    ['an unknown type', { desired_type: 'poem' }, { desired_type: ['"poem" is not a valid choice.'] }],
    ['a flag that is none', { library: 'perhaps' }, { library: ['Must be a valid boolean.'] }],
    ['base64 that is none', { base64Encoded: 'base64:***' }, { base64Encoded: [expect.any(String)] }],
    ['a name with NUL', { name: 'a\0b' }, { name: [expect.any(String)] }],
  ])('refuses %s (400)', async (_, fields, refusal) => {
    const { body } = await app.as('owner').post(IMPORTS).send(fields).expect(400);
    expect(body).toEqual(refusal);
  });

  it('refuses a file over the limit (413) and two files (400)', async () => {
    const { status, body } = await upload(Buffer.alloc(21 * 1024 * 1024));
    expect([status, typeof body.detail]).toEqual([413, 'string']);
    const two = await app
      .as('owner')
      .post(IMPORTS)
      .attach('file', FORM, 'a.xlsx')
      .attach('file', FORM, 'b.xlsx');
    expect([two.status, two.headers['content-type']]).toEqual([400, 'application/json']);
    const other = await app.as('owner').post(IMPORTS).attach('workbook', FORM, 'a.xlsx');
    expect([other.status, other.headers['content-type']]).toEqual([400, 'application/json']);
  });

  it('is for users only (401)', async () => {
    await upload(FORM, 'x.xlsx', {}, ANONYMOUS).expect(401);
  });
});

describe('GET /api/v2/imports/', () => {
  it('lists the own tasks, the oldest first, in pages', async () => {
    const made: string[] = [];
    for (let index = 0; index < 3; index += 1)
      made.push((await finish(upload(FORM, `${index}.xlsx`, {}, 'lister'), 'lister')).uid);
    const { body } = await app.as('lister').get(IMPORTS).expect(200);
    expect(body).toMatchObject({ count: 3, next: null, previous: null });
    expect(body.results.map(({ uid }: Task) => uid)).toEqual(made);
    expect(Object.keys(body.results[0] as object).sort()).toEqual([
      'date_created',
      'messages',
      'status',
      'uid',
      'url',
    ]);
    const page = await app.as('lister').get(`${IMPORTS}?limit=2&start=2`).expect(200);
    expect(page.body.results.map(({ uid }: Task) => uid)).toEqual(made.slice(2));
    expect(new URL(page.body.previous as string).searchParams.get('limit')).toBe('2');
    const one = await app.as('lister').get(`${IMPORTS}${made[0]}/`).expect(200);
    expect(one.body).toEqual(body.results[0]);
  });

  it('is empty for an anonymous caller, and hides the tasks of others (404)', async () => {
    const { body } = await app.as(ANONYMOUS).get(IMPORTS).expect(200);
    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
    const { uid } = await finish(upload(FORM));
    for (const who of ['ann', ANONYMOUS]) {
      expect((await app.as(who).get(`${IMPORTS}${uid}/`).expect(404)).body).toEqual({ detail: 'Not found.' });
    }
  });

  it.each(['put', 'patch', 'delete'] as const)('refuses %s (405)', async (verb) => {
    const { uid } = await finish(upload(FORM));
    const { headers } = await app.as('owner')[verb](`${IMPORTS}${uid}/`).expect(405);
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});
