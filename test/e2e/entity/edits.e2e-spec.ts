import { randomUUID } from 'node:crypto';
import { Environment } from '../../../src/config/environment';
import { DeletedSubmissionExpiryService } from '../../../src/modules/submission/deleted/deleted-submission.service';
import {
  entitiesOf,
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  update,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

describe('entities of submissions that are edited, duplicated, deleted or restored', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM entity'));

  const one = async (id: string) => (await entitiesOf(app, list)).find(({ uuid }) => uuid === id);
  const problems = async (uid: string): Promise<string[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
    return (body.results as { problem: string }[]).map(({ problem }) => problem);
  };
  const newest = async (uid: string): Promise<{ _id: number; _uuid: string }> => {
    const path = `/api/v2/assets/${uid}/data/?limit=1&sort={"_id":-1}`;
    const { body } = await app.as('owner').get(path).expect(200);
    return body.results[0];
  };
  const data = (uid: string): string => `/api/v2/assets/${uid}/data/`;
  const edit = async (uid: string, answers: object): Promise<void> => {
    const { _id } = await newest(uid);
    const payload = { submission_ids: [String(_id)], data: answers };
    const { body } = await app
      .as('owner')
      .patch(`${data(uid)}bulk/`)
      .send({ payload })
      .expect(200);
    expect(body).toMatchObject({ successes: 1, failures: 0 });
  };

  it.each([
    [
      'a collector',
      async (id: string) => {
        const { _uuid } = await newest(form);
        await submit(app, form, { ...registration(id, { head: 'Edited' }), deprecates: _uuid });
      },
    ],
    ['a bulk edit', () => edit(form, { head: 'Edited' })],
  ])('stay as they are after an edit by %s', async (_, change) => {
    const id = await register(app, form);
    await change(id);
    expect(await one(id)).toMatchObject({ label: 'Asha', version: 1, data: { head: 'Asha' } });
    expect(await entitiesOf(app, list)).toHaveLength(1);
    expect(await problems(form)).toEqual([]);
  });

  it('are created by an edit that mends what was wrong, once', async () => {
    const id = randomUUID();
    const wrong = registration(id, { label: '' });
    await submit(app, form, wrong);
    expect(await problems(form)).toEqual(['label_missing']);
    const mended = registration(id, { head: 'Mended' });
    await submit(app, form, { ...mended, deprecates: wrong.uuid });
    expect(await one(id)).toMatchObject({ label: 'Mended', version: 1 });
    expect(await problems(form)).toEqual([]);
    await submit(app, form, { ...registration(id, { head: 'Again' }), deprecates: mended.uuid });
    expect(await one(id)).toMatchObject({ label: 'Mended', version: 1 });
    expect(await problems(form)).toEqual([]);
  });

  it('are updated by an edit that corrects the identifier, with the edited answers', async () => {
    const id = await register(app, form);
    const wrong = update(randomUUID(), { village: 'Wrong' });
    await submit(app, followUp, wrong);
    await submit(app, followUp, { ...update(id, { village: 'Embu' }), deprecates: wrong.uuid });
    expect(await one(id)).toMatchObject({ version: 2, data: { village: 'Embu' } });
    expect(await problems(followUp)).toEqual([]);
  });

  it('keep a problem that an edit does not mend, once', async () => {
    const wrong = update(randomUUID(), { village: 'Wrong' });
    await submit(app, followUp, wrong);
    await edit(followUp, { village: 'Other' });
    expect(await problems(followUp)).toEqual(['entity_unknown']);
    const { _id } = await newest(followUp);
    await app
      .as('owner')
      .delete(`${data(followUp)}${_id}/`)
      .expect(204);
    expect(await problems(followUp)).toEqual([]);
  });

  it('are applied with the edited answers if they waited', async () => {
    const [id, branch] = [randomUUID(), randomUUID()];
    await submit(app, followUp, update(id, { branch, members: 2 }));
    await edit(followUp, { members: '5' });
    expect(await problems(followUp)).toEqual(['waiting']);
    await register(app, form, { id });
    expect(await one(id)).toMatchObject({ version: 2, data: { members: '5' } });
    expect(await problems(followUp)).toEqual([]);
  });

  it('are not doubled by a duplicate, and stay when the submission is deleted and restored', async () => {
    const id = await register(app, form);
    const { _id } = await newest(form);
    await app
      .as('owner')
      .post(`${data(form)}${_id}/duplicate/`)
      .send({})
      .expect(201);
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, version: 1 }]);
    await app
      .as('owner')
      .delete(`${data(form)}${_id}/`)
      .expect(204);
    expect(await one(id)).toMatchObject({ version: 1 });
    await restore(form, _id);
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, version: 1 }]);
    expect(await problems(form)).toEqual([]);
  });

  it('wait for a deleted submission until it is restored', async () => {
    const [id, branch] = [randomUUID(), randomUUID()];
    await submit(app, followUp, update(id, { branch, members: 2 }));
    const { _id } = await newest(followUp);
    await app
      .as('owner')
      .delete(`${data(followUp)}${_id}/`)
      .expect(204);
    await register(app, form, { id });
    expect(await one(id)).toMatchObject({ version: 1 });
    await restore(followUp, _id);
    expect(await one(id)).toMatchObject({ version: 2, data: { members: '2' } });
    expect(await problems(followUp)).toEqual([]);
  });

  it('leave nothing of a submission that is deleted for good', async () => {
    const environment = app.nest.get(Environment);
    const remaining = async (id: string) =>
      app.rows('SELECT problem FROM entity_problem WHERE uuid = $1', [id]);
    const removeNewest = async (): Promise<void> => {
      const { _id } = await newest(followUp);
      const path = `${data(followUp)}${_id}/`;
      await app.inProcess.as('owner').delete(path).expect(204);
    };
    const expired = randomUUID();
    await submit(app, followUp, update(expired, { members: 2 }));
    await removeNewest();
    expect(await remaining(expired)).toEqual([{ problem: 'entity_unknown' }]);
    await app.rows(`UPDATE deleted_submission SET date_deleted = date_deleted - interval '90 days'`);
    await app.nest.get(DeletedSubmissionExpiryService).purgeExpired();
    expect(await remaining(expired)).toEqual([]);
    const keptDays = environment.DELETED_SUBMISSIONS_KEPT_DAYS;
    environment.DELETED_SUBMISSIONS_KEPT_DAYS = 0;
    try {
      const unkept = randomUUID();
      await submit(app, followUp, update(unkept, { members: 2 }));
      await removeNewest();
      expect(await remaining(unkept)).toEqual([]);
    } finally {
      environment.DELETED_SUBMISSIONS_KEPT_DAYS = keptDays;
    }
  });

  async function restore(uid: string, id: number): Promise<void> {
    const payload = { submission_ids: [id] };
    await app.as('owner').post(`/api/v2/assets/${uid}/data/deleted/restore/`).send({ payload }).expect(200);
  }
});
