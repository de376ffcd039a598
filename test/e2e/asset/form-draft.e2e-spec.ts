import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

let app: TestApp;
const callers = ['owner', 'editor', 'viewer', 'partial', 'stranger'] as const;

beforeAll(async () => {
  app = await startApp();
  for (const name of callers) await app.addUser(name);
});
afterAll(() => app.stop());

const contentOf = (label: string) => ({ survey: [{ type: 'text', name: 'a', label: [label], $kuid: 'k1' }] });

interface State {
  readonly revision: string;
  readonly version_id: string;
  readonly base_version_id: string;
}

/** A project with its newest version, shared with all of `callers` but the stranger. */
async function makeForm() {
  const { uid, version_id: version } = await makeDeployedAsset(app);
  await grant(app, uid, 'editor', ['change_asset']);
  await grant(app, uid, 'viewer', ['view_asset']);
  await grantPartially(app, uid, 'partial', { change_submissions: [{ _submitted_by: 'partial' }] });
  const path = `/api/v2/assets/${uid}/`;
  const draft = `${path}draft/`;
  const put = (label: string, revision?: string, by = 'owner') =>
    app
      .as(by)
      .put(draft)
      .send({ content: contentOf(label), base_version_id: version, revision });
  const store = async (label: string, revision?: string, by = 'owner') =>
    (await put(label, revision, by).expect(200)).body as State;
  const labelFor = async (by = 'owner'): Promise<unknown> =>
    ((await app.as(by).get(draft).expect(200)).body as { content: ReturnType<typeof contentOf> }).content
      .survey[0]!.label[0];
  return { uid, version: version as string, path, draft, put, store, labelFor };
}

describe('a draft', () => {
  it.each([
    ['owner', 200],
    ['editor', 200],
    ['viewer', 403],
    ['partial', 403],
    ['stranger', 404],
    [ANONYMOUS, 401],
  ] as const)('is stored, read and discarded by %s with %i', async (caller, status) => {
    const { draft, put } = await makeForm();
    await put('Mine', undefined, caller).expect(status);
    const isAnonymous = caller === ANONYMOUS;
    await app
      .as(caller)
      .get(draft)
      .expect(isAnonymous ? 404 : status);
    await app
      .as(caller)
      .delete(draft)
      .expect(status === 200 ? 204 : status);
  });

  it('returns its content as sent, with the version that it was made from and its revision', async () => {
    const { draft, store, version } = await makeForm();
    const { revision } = await store('Größe \u0000 \ud800');
    const { body } = await app.as('owner').get(draft).expect(200);
    expect(body).toEqual({
      content: contentOf('Größe \u0000 \ud800'),
      base_version_id: version,
      version_id: version,
      revision,
      date_modified: expect.any(String),
    });
  });

  it('is seen by its author alone', async () => {
    const { draft, store, labelFor } = await makeForm();
    await store('Of the owner');
    await app.as('editor').get(draft).expect(404);
    await store('Of the editor', undefined, 'editor');
    expect(await labelFor()).toBe('Of the owner');
    await app.as('editor').delete(draft).expect(204);
    expect(await labelFor()).toBe('Of the owner');
  });

  it('is hidden from an author who may no longer change the form', async () => {
    const { uid, draft, store } = await makeForm();
    await store('Mine', undefined, 'editor');
    await app.rows(
      `DELETE FROM permission_assignment WHERE codename = 'change_asset'
          AND asset_id = (SELECT id FROM asset WHERE uid = $1)`,
      [uid],
    );
    // The service learns of rows that it did not write a moment later.
    await eventually(
      async () => (await app.as('editor').get(draft)).status,
      (status) => status === 403,
    );
  });

  it('changes nothing of the asset, its versions, its history and the lists', async () => {
    const { path, store } = await makeForm();
    const read = async () => {
      const paths = [path, `${path}versions/`, `${path}history/`, '/api/v2/assets/?q=asset_type:survey'];
      const responses = await Promise.all(paths.map((each) => app.as('owner').get(each).expect(200)));
      return responses.map(({ text, headers }) => [text, headers['etag']]);
    };
    const before = await read();
    await store('Unsaved');
    expect(await read()).toEqual(before);
  });
});

describe('the revision of a draft', () => {
  it('is replaced by the one that follows it alone', async () => {
    const { put, store, labelFor } = await makeForm();
    const first = await store('One');
    const second = await store('Two', first.revision);
    expect(second.revision).not.toBe(first.revision);
    const { body } = await put('Late', first.revision).expect(409);
    expect(body.detail).toContain('Nothing was stored');
    await put('Without a revision').expect(409);
    expect(await labelFor()).toBe('Two');
  });

  it('lets one of two at once pass', async () => {
    const { put, store } = await makeForm();
    const { revision } = await store('One');
    const replaced = await Promise.all(['Two', 'Three'].map((label) => put(label, revision)));
    expect(replaced.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = await makeForm();
    const made = await Promise.all(['Two', 'Three'].map((label) => other.put(label)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses to bring back or discard a draft of which another was made since', async () => {
    const { draft, put, store, labelFor } = await makeForm();
    const { revision } = await store('One');
    await app.as('owner').delete(`${draft}?revision=${revision}`).expect(204);
    await app.as('owner').delete(draft).expect(204);
    await put('Back', revision).expect(409);
    await store('Two');
    await app.as('owner').delete(`${draft}?revision=${revision}`).expect(409);
    expect(await labelFor()).toBe('Two');
  });
});

it('tells of a version that was saved since the one that the draft was made from', async () => {
  const { path, draft, store, version } = await makeForm();
  const { revision } = await store('Mine', undefined, 'editor');
  const change = { content: contentOf('Theirs') };
  const { version_id: newest } = (await app.as('owner').patch(path).send(change).expect(200)).body as State;
  const stale = { base_version_id: version, version_id: newest };
  expect(await store('Mine too', revision, 'editor')).toMatchObject(stale);
  expect((await app.as('editor').get(draft).expect(200)).body).toMatchObject(stale);
});

describe('what is no draft', () => {
  it.each<[string, object]>([
    ['without content', { content: undefined }],
    ['with a text', { content: JSON.stringify(contentOf('A')) }],
    ['with a list', { content: [] }],
    ['with a long list', { content: Array.from({ length: 20_000 }, () => 'row') }],
    ['with null', { content: null }],
    ['without a version', { base_version_id: undefined }],
    ['with an unknown version', { base_version_id: 'vUnknown' }],
    ['with a version that no text column stores', { base_version_id: 'v\u0000' }],
    ['with a revision that is no text', { revision: 7 }],
  ])('is refused %s', async (_, change) => {
    const { draft, version } = await makeForm();
    const body = { content: contentOf('A'), base_version_id: version, ...change };
    await app.as('owner').put(draft).send(body).expect(400);
    await app.as('owner').get(draft).expect(404);
  });

  it('is refused with a version of another asset, and for a collection', async () => {
    const [{ draft }, other] = [await makeForm(), await makeForm()];
    const send = (to: string) =>
      app.as('owner').put(to).send({ content: {}, base_version_id: other.version }).expect(400);
    await send(draft);
    const { uid } = await makeAsset(app, { asset_type: 'collection', content: {} });
    await send(`/api/v2/assets/${uid}/draft/`);
  });
});

it('takes a form as large as a PATCH does, and reads it back', async () => {
  const { draft, version } = await makeForm();
  const rowOf = (at: number) => ({
    type: 'text',
    name: `q${at}`,
    label: [`Frage ${at} „ß“`],
    $kuid: `k${at}`,
  });
  const content = { survey: Array.from({ length: 20_000 }, (_, at) => rowOf(at)) };
  await app.as('owner').put(draft).send({ content, base_version_id: version }).expect(200);
  const { body } = await app.as('owner').get(draft).expect(200);
  expect(body.content).toEqual(content);
});

describe('the end of a draft', () => {
  const count = async (): Promise<unknown> =>
    (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM form_draft'))[0]!.count;

  it('comes with the asset', async () => {
    const { uid, path, draft, store } = await makeForm();
    await app.rows('DELETE FROM form_draft');
    await store('Mine');
    await app.as('owner').delete(path).expect(204);
    await app.as('owner').get(draft).expect(404);
    await app.rows('DELETE FROM asset WHERE uid = $1', [uid]);
    expect(await count()).toBe(0);
  });

  it('comes with the account', async () => {
    const { store } = await makeForm();
    await app.rows('DELETE FROM form_draft');
    await store('Mine', undefined, 'editor');
    const { body } = await app.as('editor').get('/me/').expect(200);
    await app.as('editor').delete('/me/').send({ confirm: body.extra_details__uid }).expect(204);
    expect(await count()).toBe(0);
  });
});
