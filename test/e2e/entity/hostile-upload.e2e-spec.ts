import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import request from 'supertest';
import { entitiesOf, findList, makeRegistration, register } from '../../factories/entity.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const MEGABYTE = 1024 * 1024;

describe('hostile uploads of a list', () => {
  let app: TestApp;
  let owner: Browser;
  let form: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp({ environment: { MAX_UPLOAD_BYTES: String(3 * MEGABYTE) } });
    await app.addUser('owner');
    owner = await Browser.signedIn(app, 'owner');
    form = (await makeRegistration(app)).uid;
    list = (await findList(app)).uid;
  });
  afterEach(async () => {
    await app.rows('DELETE FROM entity');
    await app.rows(`UPDATE entity_list SET properties = '["head", "village"]'`);
  });
  afterAll(() => app.stop());

  const path = () => `/api/v2/entity-lists/${list}/entities/bulk/`;
  const page = () => `/library/lists/${list}/upload/`;
  const send = (values: object) => app.as('owner').post(path()).send(values);
  const sendFile = (content: Buffer | string, fields: Readonly<Record<string, string>> = {}) => {
    const test = app.as('owner').post(path());
    for (const [name, value] of Object.entries(fields)) test.field(name, value);
    return test.attach('file', Buffer.from(content), 'list.csv');
  };
  const uploadOnPage = async (content: Buffer | string) =>
    owner
      .prepare(request(app.origin).post(page()))
      .set('Accept', 'text/html')
      .field('csrfmiddlewaretoken', await owner.csrfToken())
      .attach('file', Buffer.from(content), 'list.csv');
  const stored = async () => [await entitiesOf(app, list), (await findList(app)).properties];
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

  it.each<[string, Buffer | string, string]>([
    ['Latin-1', Buffer.from('label\nJosé\n', 'latin1'), 'The file is not in UTF-8'],
    [
      'a workbook',
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(64)]),
      'an Excel workbook or a ZIP',
    ],
    ['no header', 'Asha,Kisumu\nBaraka,Embu\n', 'names no column'],
    ['columns of one name', 'label,village,village\nA,1,2\n', 'Two columns are named'],
    ['10 000 columns', `label,${columns(10_000)}\nA\n`, 'more than 2000 columns'],
    ['more columns than a list has', `label,${columns(1_500)}\nA\n`, 'would have more than 1000'],
    ['an unclosed quotation mark', 'label\nA\n"B\n', 'A quotation mark is not closed'],
    ['an endless cell', `label\nA\n"${'x'.repeat(2 * MEGABYTE)}"\n`, 'larger than 1 MB'],
    ['NUL bytes only', Buffer.alloc(1_000), 'names no column'],
  ])('refuses %s with a sentence, by page and API', async (_, content, problem) => {
    const before = await stored();
    const { body, status } = await sendFile(content, { new_properties: 'add' });
    expect(status).toBe(400);
    expect(body.csv[0]).toContain(problem);
    const shown = await uploadOnPage(content);
    expect(shown.status).toBe(400);
    expect(shown.text).toContain(problem);
    expect(await stored()).toEqual(before);
  });

  it('says the limit of a file that is too large', async () => {
    const content = `label\n${'A household\n'.repeat(300_000)}`;
    const { body, status } = await sendFile(content);
    expect([status, body.detail]).toEqual([413, expect.stringContaining(String(3 * MEGABYTE))]);
    const shown = await uploadOnPage(content);
    expect(shown.status).toBe(413);
    expect(shown.text).toContain('Send a smaller one.');
  });

  it('takes a header without rows, and leaves columns out whose names it has itself', async () => {
    expect((await send({ csv: 'label,village\n' }).expect(201)).body).toMatchObject({
      created: 0,
      refused: 0,
    });
    const csv = 'label,__version,__createdAt,Label,NAME\nA,1,2026,B,C\n';
    expect((await send({ csv, new_properties: 'add' }).expect(201)).body).toMatchObject({
      created: 1,
      columns: { properties: [], new: [], ignored: ['__createdAt'], invalid: ['Label', 'NAME'] },
    });
  });

  it('names rows with a NUL, without a label, and of one identifier', async () => {
    const id = randomUUID();
    const csv = `label,name,village\nA\0,,\n" ",,Embu\nB,${id},\nC,${id.toUpperCase()},\n`;
    const { body } = await sendFile(csv).expect(400);
    expect(body.rows).toEqual([
      expect.stringMatching(/^Row 2 has a character that can not be stored/),
      expect.stringMatching(/^Row 3 has no label/),
      expect.stringMatching(/^Row 5 has the identifier of an earlier row/),
    ]);
    expect(await entitiesOf(app, list)).toEqual([]);
  });

  it('stores a cell of nearly 1 MB, and shows its beginning only', async () => {
    const csv = `label,village\nA,${'x'.repeat(1_000_000)}\nB,${'y'.repeat(1_000_000)}\n`;
    const shown = await uploadOnPage(csv);
    expect(shown.status).toBe(200);
    expect(shown.text.length).toBeLessThan(50_000);
    expect((await sendFile(csv).expect(201)).body).toMatchObject({ created: 2 });
    expect((await owner.get(`/library/lists/${list}/`).expect(200)).text.length).toBeLessThan(100_000);
  });

  it('gives formulas back as text, also after a spreadsheet', async () => {
    const id = await register(app, form, { head: "=cmd|'/C calc'!A0", village: '@sum' });
    const csvPath = `/api/v2/entity-lists/${list}/entities.csv`;
    const { text } = await app.as('owner').get(csvPath).expect(200);
    expect(text).toContain(`${id},'=cmd|'/C calc'!A0,1,'=cmd|'/C calc'!A0,'@sum\n`);
    expect((await send({ csv: text, update: true }).expect(201)).body).toMatchObject({
      unchanged: 1,
      updated: 0,
    });
    const exact = await app.as('owner').get(`${csvPath}?escape_formulas=false&bom=true`).expect(200);
    expect(exact.text).toContain(`\ufeffname,label,__version,head,village\n${id},=cmd|`);
    expect((await owner.get(`/library/lists/${list}/`)).text).toContain('entities.csv?bom=true"');
  });

  it('at the same time store each identifier once', async () => {
    const ids = Array.from({ length: 300 }, () => randomUUID());
    const rows = (village: string) =>
      `label,name,village\n${ids.map((id) => `H,${id},${village}`).join('\n')}\n`;
    const plain = await Promise.all(['Embu', 'Thika'].map((village) => send({ csv: rows(village) })));
    expect(plain.map(({ status }) => status).sort()).toEqual([201, 400]);
    const updating = await Promise.all(
      ['Embu', 'Thika'].map((village) => send({ csv: rows(village), update: true, new_properties: 'add' })),
    );
    expect(updating.map(({ status }) => status)).toEqual([201, 201]);
    expect(await findList(app)).toMatchObject({ entities_count: 300 });
    expect(await app.rows('SELECT DISTINCT data FROM entity')).toHaveLength(1);
  });

  it('lose no submission that arrives meanwhile', async () => {
    const ids = Array.from({ length: 2_000 }, () => randomUUID());
    const csv = `label,name,roof\n${ids.map((id) => `H,${id},tin`).join('\n')}\n`;
    const upload = send({ csv, update: true, new_properties: 'add' });
    const [{ body }, ...registered] = await Promise.all([
      upload.expect(201),
      ...Array.from({ length: 12 }, (_, index) => register(app, form, { head: `Head ${index}` })),
    ]);
    expect(body).toMatchObject({ created: 2_000 });
    expect(await findList(app)).toMatchObject({
      entities_count: 2_012,
      properties: ['head', 'village', 'roof'],
    });
    expect(await app.rows('SELECT FROM entity WHERE uuid = ANY ($1)', [registered])).toHaveLength(12);
  });

  it('do not hold up submissions to other entries of the list', async () => {
    const [held, other] = [`aa${randomUUID().slice(2)}`, `bb${randomUUID().slice(2)}`];
    const locks = new Client({ connectionString: app.databaseUrl });
    await locks.connect();
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM entity_list')) as [{ id: number }];
    await locks.query('BEGIN');
    await locks.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`entity ${id} aa`]);
    const upload = send({ csv: `label,name,roof\nA,${held},tin\n`, new_properties: 'add' })
      .expect(201)
      .then();
    const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    while ((await app.rows(isWaiting)).length === 0);
    await register(app, form, { id: other });
    expect(await app.rows('SELECT FROM entity WHERE uuid = $1', [other])).toHaveLength(1);
    await locks.query('COMMIT');
    await locks.end();
    expect((await upload).body).toMatchObject({ created: 1 });
  });
});
