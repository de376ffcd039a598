import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { answersOf } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('notes on submissions', () => {
  let app: TestApp;
  let uid: string;
  let ids: readonly number[];

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'granted', 'viewer', 'partial', 'stranger']) await app.addUser(name);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ({ uid } = await makeDeployedAsset(app));
    await grant(app, uid, 'granted', ['add_submissions', 'validate_submissions']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { validate_submissions: [{ _submitted_by: 'granted' }] });
    await submit(app, uid, { answers: answersOf('Asha') });
    await submit(app, uid, { by: 'granted', answers: answersOf('Ben') });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    ids = (body.results as { _id: number }[]).map(({ _id }) => _id);
  });

  const path = (index: number) => `/api/v2/assets/${uid}/data/${ids[index]}/notes/`;
  const add = (by: string, index: number, body: unknown = 'Which well?') =>
    app.as(by).post(path(index)).send({ body });
  const listOf = async (index: number, by = 'owner') =>
    (await app.as(by).get(path(index)).expect(200)).body as { count: number; results: object[] };

  it('keeps the notes of those who may validate, in order, with author and time', async () => {
    const { body } = await add('owner', 0, ' First,\r\nof two lines ').expect(201);
    expect(body).toEqual({
      body: 'First,\nof two lines',
      created_by: 'owner',
      date_created: expect.stringMatching(/^20\d\d-/),
    });
    await add('granted', 0, 'ثانيًا <b>').expect(201);
    expect(await listOf(0, 'viewer')).toMatchObject({
      count: 2,
      results: [
        { body: 'First,\nof two lines', created_by: 'owner' },
        { body: 'ثانيًا <b>', created_by: 'granted' },
      ],
    });
    expect((await listOf(1)).count).toBe(0);
  });

  it('accepts them from a partial validator for their submissions only', async () => {
    await add('partial', 1).expect(201);
    await add('partial', 0).expect(403);
    expect([(await listOf(0)).count, (await listOf(1)).count]).toEqual([0, 1]);
    await app.as('partial').get(path(0)).expect(404);
  });

  it.each([
    ['viewer', 403],
    ['stranger', 404],
    [ANONYMOUS, 404],
  ])('refuses them from %s (%i)', async (by, status) => {
    await add(by, 0).expect(status);
    expect((await listOf(0)).count).toBe(0);
  });

  it.each([[''], ['  \n'], ['a'.repeat(10_001)], [null], [{ a: 1 }], ['\u0000']])(
    'refuses the text %#',
    async (text) => {
      const { body } = await add('owner', 0, text).expect(400);
      expect(body).toEqual({ body: [expect.any(String)] });
      expect((await listOf(0)).count).toBe(0);
    },
  );

  it('refuses a request without a text', () => app.as('owner').post(path(0)).send({}).expect(400));

  it('refuses unknown submissions, and those of another project', async () => {
    await app.as('owner').post(`/api/v2/assets/${uid}/data/999999999/notes/`).send({ body: 'a' }).expect(404);
    const other = await makeDeployedAsset(app);
    await app
      .as('owner')
      .post(`/api/v2/assets/${other.uid}/data/${ids[0]}/notes/`)
      .send({ body: 'a' })
      .expect(404);
  });

  it('numbers concurrent notes without losing one, up to 1000', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `Note ${index}`);
    const statuses = await Promise.all(texts.map(async (text) => (await add('owner', 0, text)).status));
    expect(statuses).toEqual(texts.map(() => 201));
    const { results } = await listOf(0);
    expect(results.map((note) => (note as { body: string }).body).sort()).toEqual(texts);
    await app.rows(
      `INSERT INTO submission_note (asset_id, submission_id, ordinal, body)
       SELECT asset_id, id, 1000, 'last' FROM submission WHERE id = $1`,
      [ids[0]!],
    );
    const { body } = await add('owner', 0).expect(409);
    expect(body).toEqual({ detail: 'The submission has 1000 notes, the maximum.' });
  });

  it('are deleted and restored with the submission', async () => {
    await add('owner', 0, 'Stays').expect(201);
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/${ids[0]}/`).expect(204);
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/data/deleted/restore/`)
      .send({ payload: { submission_ids: [ids[0]] } })
      .expect(200);
    expect(await listOf(0)).toMatchObject({ count: 1, results: [{ body: 'Stays', created_by: 'owner' }] });
  });

  describe('on the page of the submission', () => {
    const page = (index: number) => `/projects/${uid}/data/${ids[index]}/`;
    const form = (index: number) => `${page(index)}notes/`;

    it('are added by a form, as plain text', async () => {
      const owner = await Browser.signedIn(app, 'owner');
      const { headers } = await owner.submit(page(0), { body: '<b>Which</b> well?' }, form(0));
      expect(headers['location']).toBe(`${page(0)}?done=noted`);
      const { text } = await owner.get(headers['location']!);
      expect(text).toContain('The note was added.');
      expect(text).toContain('&lt;b&gt;Which&lt;/b&gt; well?');
    });

    it('are refused at the field, which keeps the text', async () => {
      const owner = await Browser.signedIn(app, 'owner');
      const empty = await owner.submit(page(0), { body: ' ' }, form(0));
      expect(empty.status).toBe(400);
      expect(empty.text).toContain('Enter a text.');
      const long = await owner.submit(page(0), { body: `long${'a'.repeat(10_000)}` }, form(0));
      expect(long.status).toBe(400);
      expect(long.text).toContain('At most 10000 characters.');
      expect(long.text).toContain('longaaaa');
    });

    it('have no form for those who only view', async () => {
      await add('owner', 0, 'Seen by all').expect(201);
      const viewer = await Browser.signedIn(app, 'viewer');
      const { text } = await viewer.get(page(0));
      expect(text).toContain('Seen by all');
      expect(text).not.toContain('Add note');
    });
  });
});
