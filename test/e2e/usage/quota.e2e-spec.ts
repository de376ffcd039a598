import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makeForm, migrate } from '../../factories/migration.factory';
import { instanceXml, type SentFile, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { countQueries } from '../../support/query-count';
import { upload } from '../media/asset-files';

const PER_PROJECT = 3;
const PER_USER = 5;
const BYTES_PER_PROJECT = 10_000;
const BYTES_PER_USER = 15_000;
const REMEDY = 'Delete what is not needed any more, or ask the operator of the service for more.';
const PROJECT_FULL = `The project may store 3 submissions, and has no room for more. ${REMEDY}`;
const OWNER_FULL = `All projects of this owner may store 5 submissions together, and have no room for more. ${REMEDY}`;
const PROJECT_FILES_FULL = `The project may store 10000 bytes of files, and has no room for these. ${REMEDY}`;
const OWNER_FILES_FULL = `All projects of this owner may store 15000 bytes of files together, and have no room for these. ${REMEDY}`;

let app: TestApp;
let owner: string;
let wells: AssetJson;

const data = (path: string, { uid } = wells): string => `/api/v2/assets/${uid}/data/${path}`;
const as = () => app.as(owner);
const photo = (bytes: number, name = `${randomUUID()}.jpg`): SentFile => ({
  name,
  content: Buffer.alloc(bytes, name),
});
const answering = ({ name }: SentFile): string => `<photo>${name}</photo>`;
const send = (uuid: string, file?: SentFile, { uid } = wells) =>
  submission(
    as(),
    instanceXml(uid, { uuid, ...(file && { answers: answering(file) }) }),
    file === undefined ? [] : [file],
  );
const sent = (count: number, { uid } = wells): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => submit(app, uid, { by: owner })));
const storedCount = async ({ uid } = wells): Promise<number> =>
  ((await as().get(`/api/v2/assets/${uid}/data/?limit=1`).expect(200)).body as { count: number }).count;
const openRosa = (message: string) => expect.stringContaining(`<message nature="">${message}</message>`);

beforeAll(async () => {
  app = await startApp({
    environment: {
      MAX_SUBMISSIONS_PER_PROJECT: String(PER_PROJECT),
      MAX_SUBMISSIONS_PER_USER: String(PER_USER),
      MAX_FILE_BYTES_PER_PROJECT: String(BYTES_PER_PROJECT),
      MAX_FILE_BYTES_PER_USER: String(BYTES_PER_USER),
      DOWNLOAD_ALLOW: '127.0.0.1',
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = `owner${randomUUID().slice(0, 8)}`;
  await app.addUser(owner);
  wells = await makeDeployedAsset(app, { owner });
});

describe('a limit of submissions', () => {
  it('refuses a new submission to a full project, in OpenRosa XML, and stores nothing', async () => {
    await sent(PER_PROJECT);
    const { status, text, headers } = await send(randomUUID(), photo(100));
    expect([status, text]).toEqual([402, openRosa(PROJECT_FULL)]);
    expect(headers['content-type']).toContain('text/xml');
    expect(headers['x-openrosa-version']).toBe('1.0');
    expect(await storedCount()).toBe(PER_PROJECT);
  });

  it('refuses JSON and duplicates in JSON', async () => {
    const [uuid] = await sent(PER_PROJECT);
    const json = await as()
      .post(data(''))
      .send({ person: { name: 'Asha' } });
    const copy = await as()
      .post(data(`${uuid}/duplicate/`))
      .send({});
    for (const { status, body } of [json, copy])
      expect([status, Object.values(body as object)]).toEqual([402, [PROJECT_FULL]]);
  });

  it('acknowledges what is stored already, and further files of it', async () => {
    const [uuid] = await sent(PER_PROJECT);
    await send(uuid!).expect(202);
    await submission(as(), instanceXml(wells.uid, { uuid: uuid! }), [photo(100)]).expect(201);
    expect(await storedCount()).toBe(PER_PROJECT);
  });

  it('allows edits', async () => {
    const [uuid] = await sent(PER_PROJECT);
    const edit = instanceXml(wells.uid, { deprecates: uuid!, answers: '<person><name>Zuri</name></person>' });
    await submission(as(), edit).expect(201);
  });

  it('counts all projects of the owner, and none of others', async () => {
    const pumps = await makeDeployedAsset(app, { owner, name: 'Pumps' });
    await sent(PER_PROJECT);
    await sent(PER_USER - PER_PROJECT, pumps);
    const { status, text } = await send(randomUUID(), undefined, pumps);
    expect([status, text]).toEqual([402, openRosa(OWNER_FULL)]);
    await app.addUser(`${owner}-2`);
    const other = await makeDeployedAsset(app, { owner: `${owner}-2` });
    await grant(app, other.uid, owner, ['add_submissions'], { owner: `${owner}-2` });
    await submit(app, other.uid, { by: owner });
  });

  it('leaves out deleted submissions, and refuses to restore them into a full project', async () => {
    const [uuid] = await sent(PER_PROJECT);
    const { body } = await as()
      .get(data(`${uuid}/`))
      .expect(200);
    const { _id: id } = body as { _id: number };
    await as()
      .delete(data(`${id}/`))
      .expect(204);
    await sent(1);
    const restore = () =>
      as()
        .post(data('deleted/restore/'))
        .send({ payload: { submission_ids: [id] } });
    const { status, body: refused } = await restore();
    expect([status, refused]).toEqual([402, { detail: PROJECT_FULL }]);
    await as()
      .delete(data('bulk/'))
      .send({ payload: { confirm: true } })
      .expect(200);
    await restore().expect(200);
    expect(await storedCount()).toBe(1);
  });
});

describe('a limit of files', () => {
  it('refuses files that have no room, and leaves no bytes', async () => {
    await send(randomUUID(), photo(6000)).expect(201);
    const { status, text } = await send(randomUUID(), photo(4001));
    expect([status, text]).toEqual([402, openRosa(PROJECT_FILES_FULL)]);
    await send(randomUUID(), photo(4000)).expect(201);
    await send(randomUUID()).expect(201);
    expect(await storedCount()).toBe(3);
  });

  it('refuses new files of stored submissions, and acknowledges them without', async () => {
    const [first, second] = [photo(6000), photo(6000)];
    const uuid = randomUUID();
    await send(uuid, first).expect(201);
    await submission(as(), instanceXml(wells.uid, { uuid, answers: answering(first) }), [second]).expect(402);
    await send(uuid, first).expect(202);
    const edit = instanceXml(wells.uid, { deprecates: uuid, answers: answering(second) });
    const { status, text } = await submission(as(), edit, [second]);
    expect([status, text]).toEqual([402, openRosa(PROJECT_FILES_FULL)]);
    await submission(as(), edit).expect(201);
  });

  it('counts media of the project, and refuses them', async () => {
    await upload(app, wells.uid, Buffer.alloc(7000), { by: owner }).expect(201);
    const refused = await upload(app, wells.uid, Buffer.alloc(3001), { by: owner, name: 'b.png' });
    expect([refused.status, refused.body]).toEqual([402, { detail: PROJECT_FILES_FULL }]);
    await send(randomUUID(), photo(3001)).expect(402);
    await send(randomUUID(), photo(3000)).expect(201);
  });

  it('counts all projects of the owner, also for clones with media', async () => {
    await upload(app, wells.uid, Buffer.alloc(8000), { by: owner }).expect(201);
    const { status, body } = await as().post('/api/v2/assets/').send({ clone_from: wells.uid });
    expect([status, body]).toEqual([402, { detail: OWNER_FILES_FULL }]);
    const pumps = await makeAsset(app, { owner, name: 'Pumps' });
    await upload(app, pumps.uid, Buffer.alloc(7001), { by: owner }).expect(402);
    await upload(app, pumps.uid, Buffer.alloc(7000), { by: owner }).expect(201);
  });
});

describe('moving in', () => {
  it('reports what has no room, and moves the rest', async () => {
    const source = await startApp({ hasOneProcess: true });
    try {
      await source.addUser('owner');
      await app.addUser('owner');
      const { uid } = await makeForm(source, ['Asha', 'Ben', 'Cleo', 'Dan']);
      const { assets, equal } = await migrate(app, source.origin, { token: source.tokenOf('owner') });
      expect(equal).toBe(false);
      const problems = assets.flatMap((asset) => asset.problems);
      expect(problems).toContainEqual(expect.stringMatching(/^Submission \d+: The project may store 3 sub/));
      const stored = 'SELECT FROM submission JOIN asset ON asset_id = asset.id WHERE uid = $1';
      expect(await app.rows(stored, [uid])).toHaveLength(PER_PROJECT);
    } finally {
      await source.stop();
    }
  });
});

describe('use beside its limit', () => {
  it('is in the usage of the account', async () => {
    await sent(2);
    await send(randomUUID(), photo(5000)).expect(201);
    const { body } = await as().get('/api/v2/service_usage/').expect(200);
    expect((body as { balances: object }).balances).toEqual({
      submission: { effective_limit: PER_USER, balance_value: 2, balance_percent: 60, exceeded: false },
      storage_bytes: { effective_limit: 15_000, balance_value: 10_000, balance_percent: 33, exceeded: false },
      asr_seconds: null,
      mt_characters: null,
      llm_requests: null,
    });
  });

  it('is on the page of the account', async () => {
    await sent(2);
    await app.addUser(`${owner}-root`, { superuser: true });
    const browser = await Browser.signedIn(app, `${owner}-root`);
    const { text } = await browser.get(`/administration/users/${owner}`).expect(200);
    expect(text).toMatch(/Limit of submissions<\/dt>\s*<dd>2 of 5<\/dd>/);
    expect(text).toMatch(/Limit of files<\/dt>\s*<dd>0 byte of 15 kB<\/dd>/);
  });
});

describe('without limits', () => {
  const statementsOf = (target: TestApp, uid: string): Promise<number> =>
    countQueries(target, async (inProcess) => {
      await submission(inProcess.as(owner), instanceXml(uid)).expect(201);
    });

  it('no statement is sent for them', async () => {
    const free = await startApp();
    try {
      await free.addUser(owner);
      const { uid } = await makeDeployedAsset(free, { owner });
      // The first of each fills the cache of the form.
      for (const [target, form] of [
        [free, uid],
        [app, wells.uid],
      ] as const)
        await statementsOf(target, form);
      expect(await statementsOf(free, uid)).toBe(1);
      expect(await statementsOf(app, wells.uid)).toBe(2);
      const { body } = await free.as(owner).get('/api/v2/service_usage/').expect(200);
      expect((body as { balances: object }).balances).toMatchObject({
        submission: null,
        storage_bytes: null,
      });
    } finally {
      await free.stop();
    }
  });
});
