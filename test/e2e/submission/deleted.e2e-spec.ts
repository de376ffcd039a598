import { RouteTable } from '../../../src/authorization/route-table';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { changesOf } from '../../support/recorded-changes';
import { changesSettled } from '../../support/settled-changes';
import { DeletedSubmissions, MARKER, type Rich } from './deleted-submissions';

/** Tables of a submission that deletion moves. */
const TABLES = ['submission', 'attachment', 'submission_history', 'supplement_version'];

let app: TestApp;
let bin: DeletedSubmissions;

beforeAll(async () => {
  // Jobs run only when a test runs them.
  app = await startApp({ environment: { ROLE: 'api' } });
  bin = await DeletedSubmissions.make(app);
});
afterAll(() => app.stop());
afterEach(() => bin.clear());

async function storedRows(id: number): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const key = table === 'submission' ? 'id' : 'submission_id';
    tables[table] = await app.rows(`SELECT * FROM ${table} WHERE ${key} = $1 ORDER BY ${table}::text`, [id]);
  }
  return tables;
}

/** All that the API tells of a submission, without the time of its modification. */
async function told({ id, rootUuid }: Rich): Promise<unknown[]> {
  const json = (await bin.get(`data/${id}/?format=json`)).text.replace(/"_date_modified":"[^"]*"/, '');
  const row = JSON.parse(json.replace(/,}$/, '}')) as { _attachments: { download_url: string }[] };
  const files = row._attachments.map(({ download_url: link }) => new URL(link).pathname);
  return [
    json,
    (await bin.get(`data/${id}.xml`)).text,
    (await bin.get(`data/${id}/history/`)).body,
    (await bin.get(`data/${rootUuid}/supplement/`)).body,
    (await bin.get(`data/${id}/validation_status/`)).body,
    (await bin.get(`data/${id}/files/`)).body,
    await Promise.all(
      files.map(async (path) => (await app.as('owner').get(path).expect(200)).body as unknown),
    ),
  ];
}

async function counts(): Promise<unknown> {
  const { body: asset } = await bin.get('');
  return {
    counts: (await bin.get('counts/')).body as unknown,
    list: ((await bin.get('data/?limit=1')).body as { count: number }).count,
    asset: (asset as Record<string, unknown>)['deployment__submission_count'],
  };
}

describe('a restored submission', () => {
  it('is as it was, with files, history, supplements and counts', async () => {
    const rich = await bin.makeRich();
    const [rows, before, counted] = [await storedRows(rich.id), await told(rich), await counts()];
    expect(rows['attachment']).toHaveLength(2);
    expect(rows['submission_history']).toHaveLength(1);
    expect(rows['supplement_version']).toHaveLength(2);
    await app
      .as('deleter')
      .delete(bin.url(`data/${rich.id}/`))
      .expect(204);
    expect(await storedRows(rich.id)).toEqual(Object.fromEntries(TABLES.map((table) => [table, []])));
    expect(await counts()).not.toEqual(counted);

    const { body } = await bin.restore({ submission_ids: [rich.id] }, 'deleter').expect(200);
    expect(body).toEqual({ detail: '1 submissions have been restored', conflicts: [] });
    expect(await told(rich)).toEqual(before);
    expect(await counts()).toEqual(counted);
    const after = await storedRows(rich.id);
    const modified = (row: unknown) => ({ ...(row as object), date_modified: '', json: '' });
    expect(after['submission']!.map(modified)).toEqual(rows['submission']!.map(modified));
    for (const table of TABLES.slice(1)) expect(after[table]).toEqual(rows[table]);
    expect(await bin.listed()).toEqual([]);
    expect(await changesOf(app, rich.id)).toEqual(expect.arrayContaining(['deleted', 'created']));
    expect((await changesOf(app, rich.id)).at(-1)).toBe('created');
  });

  it('is listed by the change API again, with its JSON', async () => {
    const { id } = await bin.makeRich();
    await bin.remove([id]);
    await changesSettled(app);
    const { body: before } = await bin.get('data/changes/?limit=1000');
    const { token } = before as { token: string };
    await bin.restore({ submission_ids: [id] }).expect(200);
    await changesSettled(app);
    const { body } = await bin.get(`data/changes/?since=${token}`);
    const { results } = body as { results: { _id: number; kind: string; submission: { name: string } }[] };
    expect(results).toMatchObject([{ _id: id, submission: { name: MARKER } }]);
  });

  it('can be edited, deleted and restored again', async () => {
    const { id, rootUuid } = await bin.makeRich();
    for (let round = 0; round < 2; round += 1) {
      await bin.remove([id]);
      await bin.restore({ query: { _id: id } }).expect(200);
      const payload = { submission_ids: [id], data: { name: `Edited ${round}` } };
      await app.as('owner').patch(bin.url('data/bulk/')).send({ payload }).expect(200);
    }
    const { body } = await bin.get(`data/${rootUuid}/`);
    expect(body).toMatchObject({ _id: id, name: 'Edited 1' });
  });
});

describe('a deleted submission', () => {
  it('is in no response but the list of deleted ones', async () => {
    const { id, rootUuid } = await bin.makeRich();
    const [file] = await app.rows<{ uid: string }>(
      'SELECT uid FROM attachment WHERE submission_id = $1 AND date_dropped IS NULL',
      [id],
    );
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const paths = readPaths({ id, attachment: file!.uid });
    const read = async (): Promise<string[]> => {
      // The feed shows a change once no older transaction runs, such as one of a job.
      await changesSettled(app);
      const found: string[] = [];
      for (const path of paths) {
        const { text, body, status } = path.startsWith('/api/')
          ? await app.as('owner').get(path)
          : await browser.get(path);
        const content = text ?? (Buffer.isBuffer(body) ? body.toString('latin1') : '');
        const isFound = content.includes(MARKER) || content.includes(rootUuid);
        const isOfId = path.includes(`/${id}/`) || path.includes(`/${id}.`);
        if (isFound || (isOfId && status < 300)) found.push(path);
      }
      return found;
    };
    const before = await read();
    expect(before.length).toBeGreaterThan(20);
    await bin.remove([id]);
    expect(await read()).toEqual([bin.url('data/deleted/'), bin.url(`data/deleted/${id}/`)]);
    await bin.restore({ submission_ids: [id] }).expect(200);
    expect(await read()).toEqual(before);
    await bin.remove([id]);
    await bin.purge({ confirm: true }).expect(200);
    expect(await read()).toEqual([]);
  });

  it('tells who deleted it when, and until when it can be restored', async () => {
    const { id } = await bin.makeRich();
    const { body: before } = await bin.get(`data/${id}/`);
    await bin.remove([id], 'deleter');
    const [deleted] = await bin.listed();
    expect(deleted).toMatchObject({ _id: id, deleted_by: 'deleter', submission: before });
    const [from, until] = [deleted!.date_deleted, deleted!.date_purged].map((text) => Date.parse(text));
    expect(until! - from!).toBe(30 * 86_400_000);
    expect((await bin.get(`data/deleted/${id}/`)).body).toEqual(deleted);
    await bin.purge({ submission_ids: [id] }).expect(200);
  });

  it('is listed in pages, and by a query', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three']) ids.push((await bin.makeRich(name)).id);
    for (const id of ids) await bin.remove([id]);
    const { body } = await bin.get('data/deleted/?limit=2');
    expect(body).toMatchObject({ count: 3, previous: null, results: [{ _id: ids[2] }, { _id: ids[1] }] });
    const { pathname, search } = new URL((body as { next: string }).next);
    expect(
      (
        await app
          .as('owner')
          .get(pathname + search)
          .expect(200)
      ).body,
    ).toMatchObject({
      next: null,
      results: [{ _id: ids[0] }],
    });
    expect(await bin.listed('owner', '?query={"name":"two"}')).toMatchObject([{ _id: ids[1] }]);
    await app.as('owner').get(bin.url('data/deleted/?query={')).expect(400);
  });

  it('is not restored if it was sent again', async () => {
    const [again, other] = [await bin.makeRich(), await bin.makeRich()];
    await bin.remove([again.id, other.id]);
    await submit(app, bin.uid, { uuid: again.rootUuid, answers: '<name>new</name>' });
    const detail = `Submissions that were sent again since they were deleted cannot be restored: ${again.id}. Delete the newer ones first.`;
    const refused = await bin.restore({ submission_ids: [again.id, other.id] }).expect(409);
    expect(refused.body).toEqual({ detail });
    expect(await bin.listed()).toHaveLength(2);
    const { body } = await bin.restore({ confirm: true }).expect(200);
    expect(body).toEqual({ detail: '1 submissions have been restored', conflicts: [again.id] });
    await bin.restore({ confirm: true }).expect(409);
    expect((await bin.get(`data/${again.rootUuid}/`)).body).toMatchObject({ name: 'new' });
    await app
      .as('owner')
      .delete(bin.url(`data/${again.rootUuid}/`))
      .expect(204);
    expect(await bin.listed()).toHaveLength(2);
    await bin.restore({ submission_ids: [again.id] }).expect(200);
  });

  it('replaces an earlier deletion of the same id', async () => {
    const { id } = await bin.makeRich();
    await bin.remove([id]);
    // As a migration brings it back.
    await app.rows(
      `INSERT INTO submission SELECT asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
         date_submitted, date_modified, answers, json, xml, validation_status FROM deleted_submission WHERE id = $1`,
      [id],
    );
    await bin.remove([id]);
    expect(await bin.listed()).toMatchObject([{ _id: id }]);
  });
});

/** Paths of all routes that read the asset, with the parameters filled in as far as they are of submissions. */
function readPaths({ id, attachment }: { id: number; attachment: string }): string[] {
  const below: Readonly<Record<string, string>> = {
    ':uid': bin.uid,
    ':username': 'owner',
    ':id': String(id),
    ':attachment': attachment,
    ':size': 'small',
    ':set': 'Submissions',
  };
  return app.nest
    .get(RouteTable)
    .routes()
    .filter(({ method, path }) => method === 'GET' && path.includes(':uid'))
    .map(({ path }) => path.replace(/:[a-z]+/g, (name) => below[name] ?? name))
    .filter((path) => !path.includes(':'))
    .map((path) => (/\.\w+$|\$/.test(path) ? path : `${path}/`));
}
