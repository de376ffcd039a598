import { DataSource } from 'typeorm';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { eventually } from '../../support/eventually';

let app: TestApp;
let owner: Browser;
let uid: string;
let ids: readonly number[];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  owner = await Browser.signedIn(app, 'owner');
});
afterAll(() => app.stop());

beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  for (const name of ['Bo', 'Asha', 'Asha']) await submit(app, uid, { answers: person(name) });
  ids = (await rows()).map(({ _id }) => _id).sort((a, b) => a - b);
});

const person = (name: string): string => `<person><name>${name}</name><age>34</age></person>`;
const table = (below = ''): string => `/projects/${uid}/data/${below}`;

interface Row {
  readonly _id: number;
  readonly 'person/name': string;
  readonly _validation_status: { readonly uid?: string };
}

async function rows(): Promise<readonly Row[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { results: readonly Row[] }).results;
}

async function rename(id: number, name: string): Promise<void> {
  const payload = { submission_ids: [id], data: { 'person/name': name } };
  await app.as('owner').patch(`/api/v2/assets/${uid}/data/bulk/`).send({ payload }).expect(200);
}

/** Asks for a change of all that the filter finds. @returns the form that confirms it */
async function ask(change: string, fields: Readonly<Record<string, string>> = {}) {
  const page = table('?has.person%2Fname=Asha');
  const { text } = await owner.get(page).expect(200);
  const many = formsOf(text).find(({ action }) => action === table('status/'))!;
  const asked = await owner
    .post(table(`${change}/`), { ...many.hidden, target: 'all', ...fields })
    .expect(200);
  return formsOf(asked.text).find(({ action }) => action === table(`${change}/confirmed/`))!;
}

const CHANGES = [
  ['status', { status: 'validation_status_approved' }, {}],
  ['delete', {}, {}],
  ['edit', { question: 'person/name' }, { answer: 'Cleo' }],
] as const;

describe.each(CHANGES)('%s of all that a filter finds', (change, asked, answered) => {
  it('changes nothing once other submissions match than the page counted', async () => {
    const { action, hidden } = await ask(change, asked);
    await rename(ids[0]!, 'Asha');
    const before = await rows();
    const refused = await owner.post(action, { ...hidden, ...answered }).expect(409);
    expect(refused.text).toContain('Other submissions match the filters than when this page was shown.');
    expect(await rows()).toEqual(before);
  });

  it('changes those that the page counted', async () => {
    const { action, hidden } = await ask(change, asked);
    await submit(app, uid, { answers: person('Asha') });
    await owner.post(action, { ...hidden, ...answered }).expect(303);
    const untouched = (await rows()).filter(
      (row) => row['person/name'] === 'Asha' && row._validation_status.uid === undefined,
    );
    expect(untouched.map(({ _id }) => ids.includes(_id))).toEqual([false]);
  });
});

it('edits no submission that has the answer already', async () => {
  const { action, hidden } = await ask('edit', { question: 'person/age' });
  await app
    .as('owner')
    .patch(`/api/v2/assets/${uid}/data/bulk/`)
    .send({ payload: { submission_ids: [ids[1]], data: { 'person/age': '7' } } })
    .expect(200);
  await owner.post(action, { ...hidden, answer: '7' }).expect(303);
  const edits = ids.map(async (id) => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${id}/history/`).expect(200);
    return (body as { count: number }).count;
  });
  expect(await Promise.all(edits)).toEqual([0, 1, 1]);
});

it('restores all deleted submissions only if the page counted them', async () => {
  const remove = (...chosen: readonly number[]) =>
    app
      .as('owner')
      .delete(`/api/v2/assets/${uid}/data/bulk/`)
      .send({ payload: { submission_ids: chosen } })
      .expect(200);
  const shown = async () =>
    formsOf((await owner.get(table('deleted/'))).text).find(({ action }) => action.includes('/restore/'))!;
  await remove(ids[0]!, ids[1]!);
  const { action, hidden } = await shown();
  await remove(ids[2]!);
  const refused = await owner.post(action, { ...hidden, target: 'all' }).expect(409);
  expect(refused.text).toContain('Other submissions are deleted now than when this page was shown.');
  expect(await rows()).toEqual([]);
  // As many as were shown, but others.
  const restoration = { payload: { submission_ids: [ids[0]] } };
  await app.as('owner').post(`/api/v2/assets/${uid}/data/deleted/restore/`).send(restoration).expect(200);
  await owner.post(action, { ...hidden, target: 'all' }).expect(409);
  expect(await rows()).toHaveLength(1);
  await owner.post(action, { ...(await shown()).hidden, target: 'all' }).expect(303);
  expect(await rows()).toHaveLength(3);
});

it('leaves out submissions that stop matching while the change waits for another', async () => {
  const database = app.nest.get(DataSource);
  const other = database.createQueryRunner();
  await other.startTransaction();
  await other.query(`SELECT pg_advisory_xact_lock(${0x5b}, id::int) FROM asset WHERE uid = '${uid}'`);
  const payload = { query: { 'person/name': 'Asha' } };
  const deletion = app.as('owner').delete(`/api/v2/assets/${uid}/data/bulk/`).send({ payload }).then();
  const waiting = `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await eventually(
    () => database.query<{ waiting: number }[]>(waiting),
    ([row]) => row!.waiting === 1,
  );
  // As an edit that was first would.
  await other.query(
    `UPDATE submission SET answers = replace(answers::text, 'Asha', 'Bo')::jsonb WHERE id = ${ids[1]}`,
  );
  await other.commitTransaction();
  await other.release();
  expect((await deletion).body).toEqual({ detail: '1 submissions have been deleted' });
  expect((await rows()).map(({ _id }) => _id).sort((a, b) => a - b)).toEqual([ids[0], ids[1]]);
});
