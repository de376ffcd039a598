import { randomUUID } from 'node:crypto';
import { grant } from '../../factories/asset.factory';
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

describe('entities of a list whose submissions need approval', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'validator']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
    await grant(app, form, 'validator', ['validate_submissions']);
  });
  afterAll(() => app.stop());
  beforeEach(() => set({ approval_required: true }));
  afterEach(async () => {
    await app.rows('DELETE FROM entity_problem');
    await app.rows('DELETE FROM entity');
  });

  const set = async (body: object): Promise<void> => {
    await app.as('owner').patch(`/api/v2/entity-lists/${list}/`).send(body).expect(200);
  };
  const ids = async (): Promise<string[]> => (await entitiesOf(app, list)).map(({ uuid }) => uuid).sort();
  const problems = async (uid: string) => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
    return body.results as { problem: string; detail: string; submission_id: number }[];
  };
  const approve = (submissions: readonly number[], uid = 'validation_status_approved') =>
    app
      .as('validator')
      .patch(`/api/v2/assets/${form}/data/validation_statuses/`)
      .send({ payload: { submission_ids: submissions, 'validation_status.uid': uid } })
      .expect(200);

  it('is a setting of the list', async () => {
    expect(await findList(app)).toMatchObject({ approval_required: true });
    await set({ approval_required: false });
    expect(await findList(app)).toMatchObject({ approval_required: false });
    const name = `approved_${Date.now()}`;
    const { body } = await app
      .as('owner')
      .post('/api/v2/entity-lists/')
      .send({ name, approval_required: true });
    expect(body).toMatchObject({ name, approval_required: true });
  });

  it('are created once the submissions are approved in bulk, once', async () => {
    const created = [await register(app, form), await register(app, form), await register(app, form)];
    expect(await ids()).toEqual([]);
    const waiting = await problems(form);
    expect(waiting.map(({ problem }) => problem)).toEqual(['unapproved', 'unapproved', 'unapproved']);
    const submissions = waiting.map(({ submission_id }) => submission_id).reverse();
    await approve(submissions.slice(0, 2), 'validation_status_on_hold');
    expect(await ids()).toEqual([]);
    await approve(submissions.slice(0, 2));
    expect(await ids()).toEqual(created.slice(0, 2).sort());
    await approve(submissions.slice(0, 2));
    expect(await ids()).toHaveLength(2);
    expect(await problems(form)).toMatchObject([{ submission_id: submissions[2] }]);
    await app
      .as('validator')
      .patch(`/api/v2/assets/${form}/data/${submissions[2]}/validation_status/`)
      .send({ 'validation_status.uid': 'validation_status_approved' })
      .expect(200);
    expect(await ids()).toEqual(created.sort());
    expect(await problems(form)).toEqual([]);
  });

  it('stay when the approval is withdrawn', async () => {
    const id = await register(app, form);
    const [{ submission_id } = { submission_id: 0 }] = await problems(form);
    await approve([submission_id]);
    await approve([submission_id], 'validation_status_not_approved');
    expect(await ids()).toEqual([id]);
  });

  it('are created with the answers as edited before the approval', async () => {
    const id = randomUUID();
    const first = registration(id);
    await submit(app, form, first);
    await submit(app, form, { ...registration(id, { head: 'Edited' }), deprecates: first.uuid });
    const [waiting, ...others] = await problems(form);
    expect([waiting, ...others]).toMatchObject([{ problem: 'unapproved' }]);
    await approve([waiting!.submission_id]);
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, label: 'Edited', version: 1 }]);
  });

  it('are updated without approval, and after it by what was sent before', async () => {
    const [id, branch] = [await register(app, form), randomUUID()];
    await submit(app, followUp, update(id, { branch, members: 3 }));
    expect(await problems(followUp)).toMatchObject([{ problem: 'waiting' }]);
    await approve((await problems(form)).map(({ submission_id }) => submission_id));
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, version: 2, data: { members: '3' } }]);
    await submit(app, followUp, update(id, { base: 2, members: 4 }));
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, version: 3, data: { members: '4' } }]);
  });

  it('wait on when the list needs no approval anymore, unless they are wanted', async () => {
    const id = await register(app, form);
    await set({ approval_required: false });
    expect(await ids()).toEqual([]);
    const later = await register(app, form);
    expect(await ids()).toEqual([later]);
    await set({ approval_required: false, create_waiting: true });
    expect(await ids()).toEqual([id, later].sort());
    expect(await problems(form)).toEqual([]);
  });

  it('are of a type of their own in the manifest, so that phones do not create them before', async () => {
    const { text } = await app.as('owner').get(`/xformsManifest/${followUp}`).expect(200);
    expect(text).toContain('<mediaFile type="approvalEntityList"><filename>households.csv</filename>');
  });
});
