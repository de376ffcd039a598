import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { changesOf } from '../../support/recorded-changes';

const APPROVED = 'validation_status_approved';
const NOT_APPROVED = 'validation_status_not_approved';
const ON_HOLD = 'validation_status_on_hold';

let app: TestApp;
let survey: AssetJson;
let ids: number[];

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'validator', 'viewer', 'some', 'stranger']) await app.addUser(username);
});
afterAll(() => app.stop());

beforeEach(async () => {
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'validator', ['validate_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', { validate_submissions: [{ consent: 'yes' }] });
  for (const consent of ['yes', 'no', 'yes']) {
    await submit(app, survey.uid, { answers: `<consent>${consent}</consent>` });
  }
  ids = (await rows()).map(({ _id }) => _id);
});

interface Row extends Record<string, unknown> {
  readonly _id: number;
  readonly _validation_status: { readonly uid?: string; readonly by_whom?: string };
}

const data = (below = ''): string => `/api/v2/assets/${survey.uid}/data/${below}`;
const rows = async (): Promise<Row[]> =>
  (await app.as('owner').get(data()).expect(200)).body.results as Row[];
const statuses = async (): Promise<(string | undefined)[]> =>
  (await rows()).map((row) => row._validation_status.uid);

/** @returns the id of the change */
async function setStatus(username: string, selection: object, uid: string | null): Promise<string> {
  const payload = { ...selection, 'validation_status.uid': uid };
  const { body } = await app.as(username).patch(data('validation_statuses/')).send({ payload }).expect(200);
  return body.change_id as string;
}

const all = { confirm: true };
const these = (...submission_ids: number[]) => ({ submission_ids });
const undo = (username: string, change_id: unknown) =>
  app.as(username).post(data('validation_statuses/undo/')).send({ change_id });

/** The newest entry of the project history. */
async function lastEntry(): Promise<Record<string, unknown>> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/history/`).expect(200);
  return (body as { results: { metadata: Record<string, unknown> }[] }).results[0]!.metadata;
}

describe('undoing a change of statuses', () => {
  it('restores each former status as it was, and only the time of modification differs', async () => {
    await setStatus('validator', these(ids[0]!), ON_HOLD);
    await setStatus('owner', these(ids[1]!), NOT_APPROVED);
    const before = await rows();
    const change = await setStatus('owner', all, APPROVED);
    expect(await statuses()).toEqual([APPROVED, APPROVED, APPROVED]);
    const { body } = await undo('owner', change).expect(200);
    expect(body).toEqual({
      detail: '3 submissions have been updated',
      change_id: expect.stringMatching(/^\d+$/),
      skipped: 0,
    });
    const modified = expect.any(String) as unknown;
    const after = await rows();
    expect(after).toEqual(before.map((row) => ({ ...row, _date_modified: modified })));
    // Byte by byte: readers of the whole text rely on the order of its keys.
    const unmodified = (row: Row): string => JSON.stringify({ ...row, _date_modified: '' });
    expect(after.map(unmodified)).toEqual(before.map(unmodified));
    expect(after[0]!._validation_status.by_whom).toBe('validator');
    const query = JSON.stringify({ '_validation_status.uid': ON_HOLD });
    expect((await app.as('owner').get(data()).query({ query })).body.count).toBe(1);
    expect(await changesOf(app, ids[2]!)).toEqual(['created', 'validation_status', 'validation_status']);
  });

  it('is recorded in the history with the statuses before and after', async () => {
    await setStatus('owner', these(ids[0]!), ON_HOLD);
    const change = await setStatus('owner', these(ids[0]!, ids[1]!), APPROVED);
    expect(await lastEntry()).toMatchObject({
      validation_status: APPROVED,
      former_validation_statuses: { [ON_HOLD]: [ids[0]], none: [ids[1]] },
    });
    await undo('validator', change).expect(200);
    expect(await lastEntry()).toMatchObject({
      change: 'validation_status',
      restored_validation_statuses: { [ON_HOLD]: [ids[0]], none: [ids[1]] },
      former_validation_statuses: { [APPROVED]: [ids[0], ids[1]] },
    });
  });

  it('leaves a status that another person changed since, even to the same one', async () => {
    const change = await setStatus('owner', all, APPROVED);
    await setStatus('validator', these(ids[0]!), ON_HOLD);
    await setStatus('validator', these(ids[1]!), APPROVED);
    expect((await undo('owner', change).expect(200)).body).toMatchObject({
      detail: '1 submissions have been updated',
      skipped: 2,
    });
    expect(await statuses()).toEqual([ON_HOLD, APPROVED, undefined]);
    expect((await rows())[1]!._validation_status.by_whom).toBe('validator');
  });

  it('restores nothing the second time, unless the undo is undone', async () => {
    const change = await setStatus('owner', all, APPROVED);
    const { body } = await undo('owner', change).expect(200);
    expect((await undo('owner', change).expect(200)).body).toEqual({
      detail: '0 submissions have been updated',
      change_id: null,
      skipped: 3,
    });
    await undo('owner', (body as { change_id: string }).change_id).expect(200);
    expect(await statuses()).toEqual([APPROVED, APPROVED, APPROVED]);
  });

  it('does a change and its undo by two people once, whoever is first', async () => {
    const change = await setStatus('owner', all, APPROVED);
    const replies = await Promise.all([undo('owner', change), undo('validator', change)]);
    expect(replies.map(({ body }) => body.skipped as number).sort()).toEqual([0, 3]);
    expect(await statuses()).toEqual([undefined, undefined, undefined]);
  });

  it('survives edits and leaves out what was deleted', async () => {
    const change = await setStatus('owner', all, APPROVED);
    const edit = { payload: { ...these(ids[0]!), data: { consent: 'no' } } };
    await app.as('owner').patch(data('bulk/')).send(edit).expect(200);
    await app
      .as('owner')
      .delete(data(`${ids[1]}/`))
      .expect(204);
    expect((await undo('owner', change).expect(200)).body).toMatchObject({ skipped: 0 });
    expect(await statuses()).toEqual([undefined, undefined]);
  });

  it('acts within a partial permission only, and does not tell of the rest', async () => {
    const change = await setStatus('owner', all, APPROVED);
    const other = await setStatus('owner', these(ids[1]!), ON_HOLD);
    expect((await undo('some', change).expect(200)).body).toMatchObject({
      detail: '2 submissions have been updated',
      skipped: 0,
    });
    expect(await statuses()).toEqual([undefined, ON_HOLD, undefined]);
    await undo('some', other).expect(404);
    expect(await statuses()).toEqual([undefined, ON_HOLD, undefined]);
  });

  it.each([
    ['owner', 200],
    ['validator', 200],
    ['viewer', 403],
    ['stranger', 404],
    [ANONYMOUS, 404],
  ])('of the owner returns to %s %i', async (caller, status) => {
    const change = await setStatus('owner', all, APPROVED);
    await undo(caller, change).expect(status);
    expect(await statuses()).toEqual(ids.map(() => (status === 200 ? undefined : APPROVED)));
  });

  it('is not found by the id of another project, of another kind of change, or of a change without former statuses', async () => {
    const change = await setStatus('owner', all, APPROVED);
    const [created] = await app.rows<{ number: string }>(
      `SELECT transaction_id::text AS number FROM submission_change WHERE submission_id = $1 AND kind = 'created'`,
      [ids[0]],
    );
    await undo('owner', created!.number).expect(404);
    await undo('owner', '999999999999').expect(404);
    const { uid } = await makeDeployedAsset(app);
    const path = `/api/v2/assets/${uid}/data/validation_statuses/undo/`;
    await app.as('owner').post(path).send({ change_id: change }).expect(404);
    // As changes of earlier versions are.
    await app.rows('UPDATE submission_change SET former_status = NULL WHERE submission_id = ANY($1)', [ids]);
    await undo('owner', change).expect(404);
    expect(await statuses()).toEqual([APPROVED, APPROVED, APPROVED]);
  });

  it.each([undefined, null, '', 'x', '1.5', {}, '9'.repeat(30)])('refuses the id %j', async (id) => {
    await undo('owner', id).expect(400);
  });

  it('restores what was too much for the history, in several batches', async () => {
    const COUNT = 12_000;
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                               date_submitted, date_modified, validation_status, answers, json, xml)
       SELECT asset_id, nextval('submission_id_seq'), 'copy-' || n, 'copy-' || n, xml_hash, attachment_count, version_uid,
              submitted_by, date_submitted, date_modified, validation_status, answers, json, xml
         FROM submission, generate_series(1, $2::int) AS n WHERE id = $1`,
      [ids[0], COUNT],
    );
    const count = async (query: object): Promise<number> => {
      const { body } = await app
        .as('owner')
        .get(data())
        .query({ query: JSON.stringify(query), limit: 1 });
      return body.count as number;
    };
    await setStatus('owner', { query: { consent: 'yes' } }, ON_HOLD);
    const change = await setStatus('owner', all, APPROVED);
    expect(await lastEntry()).toMatchObject({ too_large_to_keep: true });
    const { body } = await undo('owner', change).expect(200);
    expect(body).toMatchObject({ detail: `${COUNT + 3} submissions have been updated`, skipped: 0 });
    expect(await count({ '_validation_status.uid': ON_HOLD })).toBe(COUNT + 2);
    expect(await count({ '_validation_status.uid': APPROVED })).toBe(0);
  });

  it('returns no id if nothing was selected', async () => {
    expect(await setStatus('owner', { query: { consent: 'maybe' } }, APPROVED)).toBeNull();
  });
});
