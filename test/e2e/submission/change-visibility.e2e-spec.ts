import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';

interface ChangePage {
  readonly token: string;
  readonly next: string | null;
  readonly results: readonly {
    readonly kind: string;
    readonly _id: number;
    readonly submission: object | null;
  }[];
}

describe('changes within a row filter', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', 'some', 'reviewer', 'broken', 'viewer']) await app.addUser(username);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ({ uid } = await makeDeployedAsset(app));
    await grantPartially(app, uid, 'some', { view_submissions: [{ 'person/name': 'Asha' }] });
    await grantPartially(app, uid, 'reviewer', {
      view_submissions: [{ '_validation_status.uid': 'validation_status_on_hold' }],
    });
    await grantPartially(app, uid, 'broken', { view_submissions: [{ 'person/name': { $regex: '(' } }] });
  });

  const data = (below = ''): string => `/api/v2/assets/${uid}/data/${below}`;
  const named = (name: string): string => `<person><name>${name}</name></person><photo>p.jpg</photo>`;
  const send = async (name: string): Promise<{ uuid: string; id: number }> => {
    const uuid = await submit(app, uid, { answers: named(name), files: [{ name: 'p.jpg', content: name }] });
    const { body } = await app
      .as('owner')
      .get(data(`${uuid}/`))
      .expect(200);
    return { uuid, id: (body as { _id: number })._id };
  };
  async function changes(since = '', by = 'some'): Promise<ChangePage> {
    await changesSettled(app);
    const { body } = await app.as(by).get(data('changes/')).query({ since }).expect(200);
    return body as ChangePage;
  }
  const summary = ({ results }: ChangePage): [string, number][] =>
    results.map(({ kind, _id }) => [kind, _id]);
  const rename = (id: number, name: string) =>
    app
      .as('owner')
      .patch(data('bulk/'))
      .send({ payload: { submission_ids: [id], data: { 'person/name': name } } })
      .expect(200);
  const setStatus = (ids: number[], status: string) =>
    app
      .as('owner')
      .patch(data('validation_statuses/'))
      .send({ payload: { submission_ids: ids, 'validation_status.uid': `validation_status_${status}` } })
      .expect(200);
  const remove = (id: number) =>
    app
      .as('owner')
      .delete(data(`${id}/`))
      .expect(204);

  it('say nothing of submissions that were never within it, nor does the token', async () => {
    const shown = await send('Asha');
    const before = await changes();
    expect(summary(before)).toEqual([['created', shown.id]]);
    const [hidden, other] = [await send('Ben'), await send('Eve')];
    await rename(hidden.id, 'Dan');
    await setStatus([hidden.id], 'approved');
    await app
      .as('owner')
      .delete(`/api/v2/assets/${uid}/attachments/bulk/`)
      .send({ submission_root_uuids: [hidden.uuid] })
      .expect(202);
    await remove(other.id);
    expect(await changes()).toEqual(before);
    expect(await changes(before.token)).toEqual({ ...before, results: [] });
    // The token hides the transaction ids, which all changes of the database advance.
    expect(before.token).not.toMatch(/^\d+-\d+$/);
  });

  it.each<[string, (row: { uuid: string; id: number }) => Promise<unknown>]>([
    ['a bulk edit', ({ id }) => rename(id, 'Ben')],
    [
      'an edit by a collector',
      ({ uuid }) =>
        submission(
          app.as('owner'),
          instanceXml(uid, { deprecates: uuid, answers: '<person><name>Ben</name></person>' }),
        ).expect(201),
    ],
    ['a deletion', ({ id }) => remove(id)],
    [
      'a bulk deletion',
      () =>
        app
          .as('owner')
          .delete(data('bulk/'))
          .send({ payload: { confirm: true } })
          .expect(200),
    ],
  ])('tell once that %s took a submission out of it', async (_, change) => {
    const row = await send('Asha');
    const { token } = await changes();
    await change(row);
    const left = await changes(token);
    expect(left.results).toMatchObject([{ kind: 'deleted', _id: row.id, submission: null }]);
    // Reading from the beginning tells of it too; what happens later does not show.
    expect(summary(await changes())).toContainEqual(['deleted', row.id]);
    await send('Ben');
    expect((await changes(left.token)).results).toEqual([]);
  });

  it('follow a status as well as answers, and tell a return', async () => {
    const { id } = await send('Asha');
    await setStatus([id], 'on_hold');
    const entered = await changes('', 'reviewer');
    expect(summary(entered)).toEqual([
      ['created', id],
      ['validation_status', id],
    ]);
    await setStatus([id], 'approved');
    const left = await changes(entered.token, 'reviewer');
    expect(left.results).toMatchObject([{ kind: 'deleted', _id: id, submission: null }]);
    await rename(id, 'Ben');
    await setStatus([id], 'not_approved');
    expect((await changes(left.token, 'reviewer')).results).toEqual([]);
    await setStatus([id], 'on_hold');
    expect((await changes(left.token, 'reviewer')).results.at(-1)).toMatchObject({
      kind: 'validation_status',
      submission: { _id: id },
    });
  });

  it('do not depend on the filters of others, even if they cannot be evaluated', async () => {
    const { id } = await send('Asha');
    const { token } = await changes();
    await rename(id, 'Ben');
    expect(summary(await changes(token))).toEqual([['deleted', id]]);
    await app.as('broken').get(data('changes/')).expect(400);
  });

  it('begin anew with another permission (410)', async () => {
    await grant(app, uid, 'viewer', ['view_submissions']);
    await send('Asha');
    const whole = await changes('', 'viewer');
    const { token } = await changes();
    const expired = await app.as('some').get(data('changes/')).query({ since: whole.token }).expect(410);
    expect((expired.body as { detail: string }).detail).toContain('Read all changes again');
    await app.as('some').get(data('changes/')).query({ since: '999999999999-1' }).expect(410);
    for (const forged of [`${token.slice(0, -2)}AA`, 'x'.repeat(60), 'x']) {
      await app.as('some').get(data('changes/')).query({ since: forged }).expect(400);
    }
    await grant(app, uid, 'some', ['view_submissions']);
    await app.as('some').get(data('changes/')).query({ since: token }).expect(410);
  });

  it('begin anew when the filter changes (410), and go on when it is granted again', async () => {
    const [asha, ben] = [await send('Asha'), await send('Ben')];
    const { token } = await changes();
    await grantPartially(app, uid, 'some', { view_submissions: [{ 'person/name': 'Asha' }] });
    expect((await changes(token)).results).toEqual([]);
    await grantPartially(app, uid, 'some', { view_submissions: [{ 'person/name': 'Ben' }] });
    await app.as('some').get(data('changes/')).query({ since: token }).expect(410);
    const anew = summary(await changes());
    expect(anew).toContainEqual(['created', ben.id]);
    expect(anew).not.toContainEqual(['created', asha.id]);
  });
});
