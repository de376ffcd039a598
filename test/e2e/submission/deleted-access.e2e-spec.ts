import { Environment } from '../../../src/config/environment';
import { DeletedSubmissionExpiryService } from '../../../src/modules/submission/deleted/deleted-submission.service';
import { DeletedSubmissionRepository } from '../../../src/modules/submission/deleted-submission.repository';
import { startApp, type TestApp } from '../../support/app';
import { DeletedSubmissions } from './deleted-submissions';

let app: TestApp;
let bin: DeletedSubmissions;

beforeAll(async () => {
  // Jobs run only when a test runs them.
  app = await startApp({ environment: { ROLE: 'api' } });
  bin = await DeletedSubmissions.make(app);
});
afterAll(() => app.stop());
afterEach(() => bin.clear());

describe('callers', () => {
  it('with a partial permission have those that it covers', async () => {
    const [covered, other] = [await bin.makeRich('Asha'), await bin.makeRich('Ben')];
    await bin.remove([covered.id, other.id]);
    expect(await bin.listed('partial')).toMatchObject([{ _id: covered.id }]);
    await bin.get(`data/deleted/${covered.id}/`, 'partial');
    await app
      .as('partial')
      .get(bin.url(`data/deleted/${other.id}/`))
      .expect(404);
    for (const act of ['restore', 'purge'] as const) {
      await bin[act]({ submission_ids: [other.id] }, 'partial').expect(403);
      await bin[act]({ submission_ids: [covered.id, other.id] }, 'partial').expect(403);
      await bin[act]({ submission_ids: [987_654_321] }, 'partial').expect(400);
      await bin[act]({}, 'partial').expect(400);
    }
    await bin.restore({ confirm: true }, 'partial').expect(200);
    expect(await bin.listed()).toMatchObject([{ _id: other.id }]);
    await bin.remove([covered.id], 'partial');
    await bin.purge({ confirm: true }, 'partial').expect(200);
    expect(await bin.listed()).toMatchObject([{ _id: other.id }]);
  });

  it.each([
    ['viewer', 403],
    ['editor', 403],
    ['stranger', 404],
    ['anonymous', 404],
  ])('without the permission are refused: %s', async (caller, status) => {
    const { id } = await bin.makeRich();
    await bin.remove([id]);
    await app.as(caller).get(bin.url('data/deleted/')).expect(status);
    await app
      .as(caller)
      .get(bin.url(`data/deleted/${id}/`))
      .expect(status);
    await bin.restore({ submission_ids: [id] }, caller).expect(status);
    await bin.purge({ submission_ids: [id] }, caller).expect(status);
    expect(await bin.listed()).toHaveLength(1);
  });

  it('find deletion, restoration and purge in the project history', async () => {
    const { id } = await bin.makeRich();
    await bin.remove([id]);
    await bin.restore({ submission_ids: [id] }, 'deleter').expect(200);
    await bin.remove([id]);
    await bin.purge({ submission_ids: [id] }).expect(200);
    const { body } = await bin.get('history/?limit=4');
    const { results } = body as { results: { action: string; username: string; metadata: object }[] };
    expect(results.map(({ action, username }) => [action, username])).toEqual([
      ['purge-submission', 'owner'],
      ['delete-submission', 'owner'],
      ['restore-submission', 'deleter'],
      ['delete-submission', 'owner'],
    ]);
    for (const { metadata } of results) expect(metadata).toMatchObject({ submission_ids: [id] });
  });
});

describe('expiry', () => {
  const expire = () => app.nest.get(DeletedSubmissionExpiryService).purgeExpired();
  const backdate = (days: number) =>
    app.rows('UPDATE deleted_submission SET date_deleted = now() - make_interval(days => $1)', [days]);
  const hashesOf = async (id: number): Promise<Buffer[]> =>
    (await app.rows<{ sha256: Buffer }>('SELECT sha256 FROM attachment WHERE submission_id = $1', [id])).map(
      ({ sha256 }) => sha256,
    );
  const referenced = (sha256s: Buffer[]) => app.nest.get(DeletedSubmissionRepository).findReferenced(sha256s);

  it('purges rows and releases files after 30 days, and not before', async () => {
    const { id } = await bin.makeRich();
    const hashes = await hashesOf(id);
    expect(hashes).toHaveLength(2);
    await bin.remove([id]);
    expect(await referenced(hashes)).toHaveLength(2);
    await backdate(29);
    await expire();
    expect(await bin.listed()).toHaveLength(1);
    expect(await referenced(hashes)).toHaveLength(2);
    await backdate(31);
    await expire();
    expect(await bin.listed()).toEqual([]);
    expect(await referenced(hashes)).toEqual([]);
    expect(await app.rows('SELECT 1 FROM deleted_submission_part')).toEqual([]);
    await bin.restore({ submission_ids: [id] }).expect(400);
    const { body } = await bin.get('history/?limit=1');
    expect(body).toMatchObject({
      results: [{ action: 'purge-submission', metadata: { submission_ids: [id] } }],
    });
  });

  it('is at once with 0 days', async () => {
    const environment = app.nest.get(Environment);
    environment.DELETED_SUBMISSIONS_KEPT_DAYS = 0;
    try {
      const { id } = await bin.makeRich();
      const hashes = await hashesOf(id);
      await app.inProcess
        .as('owner')
        .delete(bin.url(`data/${id}/`))
        .expect(204);
      expect(await bin.listed()).toEqual([]);
      expect(await referenced(hashes)).toEqual([]);
    } finally {
      environment.DELETED_SUBMISSIONS_KEPT_DAYS = 30;
    }
  });
});
