import { randomUUID } from 'node:crypto';
import { makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import {
  entitiesOf,
  findList,
  FOLLOW_UP,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  update,
} from '../../factories/entity.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { countQueries } from '../../support/query-count';

describe('entities of submissions', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM entity'));

  const one = async (id: string) => (await entitiesOf(app, list)).find(({ uuid }) => uuid === id);
  const problems = async (uid: string) => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
    return body.results as { problem: string; detail: string; list: string; uuid: string }[];
  };

  it('lists come from deployed forms, with the properties of all', async () => {
    expect(await findList(app)).toMatchObject({
      properties: ['head', 'village', 'members'],
      projects: [
        { uid: form, saves: true, reads: false },
        { uid: followUp, saves: true, reads: true },
      ],
    });
  });

  it('are created, and updated by another form', async () => {
    const id = await register(app, form, { head: 'Asha', village: 'Kisumu' });
    expect(await one(id)).toMatchObject({
      label: 'Asha',
      version: 1,
      data: { head: 'Asha', village: 'Kisumu' },
      conflict: null,
    });
    await submit(app, followUp, update(id, { members: 4 }));
    expect(await one(id)).toMatchObject({
      label: 'Asha',
      version: 2,
      data: { head: 'Asha', village: 'Kisumu', members: '4' },
    });
    const path = `/api/v2/entity-lists/${list}/entities/${id}/versions/`;
    const { body } = await app.as('owner').get(path).expect(200);
    expect(body.results).toMatchObject([
      { version: 2, base_version: 1, submission: { asset: followUp }, created_by: 'owner' },
      { version: 1, base_version: null, submission: { asset: form }, created_by: 'owner' },
    ]);
    await app
      .as('owner')
      .get(new URL(body.results[0].submission.url as string).pathname)
      .expect(200);
  });

  it('are stored once, however often the submission is sent, also at a time', async () => {
    const id = randomUUID();
    const xml = instanceXml(form, registration(id));
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await submission(app.as('owner'), xml)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 202)).toHaveLength(4);
    expect(await entitiesOf(app, list)).toMatchObject([{ uuid: id, version: 1 }]);
    expect(await problems(form)).toEqual([]);
  });

  it('are not created again by an edit of the submission', async () => {
    const id = randomUUID();
    const first = registration(id);
    await submit(app, form, first);
    const edit = registration(id, { head: 'Edited' });
    await submit(app, form, { ...edit, deprecates: first.uuid });
    expect(await one(id)).toMatchObject({ label: 'Asha', version: 1 });
    expect(await problems(form)).toEqual([]);
  });

  it('have a conflict when two changed the same version', async () => {
    const id = await register(app, form);
    await submit(app, followUp, update(id, { village: 'A' }));
    await submit(app, followUp, update(id, { members: 3 }));
    expect(await one(id)).toMatchObject({
      version: 3,
      conflict: 'soft',
      data: { village: 'A', members: '3' },
    });
    await submit(app, followUp, update(id, { village: 'B' }));
    expect(await one(id)).toMatchObject({ version: 4, conflict: 'hard', data: { village: 'B' } });
    const { body } = await app
      .as('owner')
      .get(`/api/v2/entity-lists/${list}/entities/${id}/versions/?limit=1`);
    expect(body.results).toMatchObject([{ conflicting_properties: ['village'] }]);
  });

  it('are updated in the order of the device, whatever the order of arrival', async () => {
    const [id, branch] = [randomUUID(), randomUUID()];
    await submit(app, followUp, update(id, { base: 2, branch, members: 2 }));
    await submit(app, followUp, update(id, { base: 1, branch, members: 1 }));
    expect(await problems(followUp)).toMatchObject([
      { problem: 'waiting', list: 'households', uuid: id },
      { problem: 'waiting', list: 'households', uuid: id },
    ]);
    await register(app, form, { id });
    expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '2' } });
    expect(await problems(followUp)).toEqual([]);
  });

  it('are created and updated from all directions at a time, none lost', async () => {
    const id = await register(app, form);
    const updates = Array.from({ length: 8 }, (_, members) => update(id, { members }));
    await Promise.all(updates.map((values) => submit(app, followUp, values)));
    expect(await one(id)).toMatchObject({ version: 9, conflict: 'hard' });
  });

  it('never refuse the submission: problems are listed', async () => {
    const unknown = randomUUID();
    await submit(app, form, registration('no uuid'));
    await submit(app, form, registration(randomUUID(), { label: '' }));
    await submit(app, followUp, update(unknown));
    const id = await register(app, form);
    await submit(app, form, registration(id));
    expect((await problems(form)).map(({ problem }) => problem)).toEqual([
      'exists',
      'label_missing',
      'id_missing',
    ]);
    expect(await problems(followUp)).toMatchObject([
      { problem: 'entity_unknown', uuid: unknown, detail: 'The list has no entry with this identifier.' },
    ]);
  });

  it('cost forms without entities no statement', async () => {
    const plain = await makeDeployedAsset(app, { content: SURVEY_CONTENT });
    await submit(app.inProcess, plain.uid);
    expect(await countQueries(app, async (inProcess) => void (await submit(inProcess, plain.uid)))).toBe(1);
  });

  it('cost an update one statement, as a plain submission', async () => {
    const id = await register(app, form);
    await submit(app.inProcess, followUp, update(id, { members: 1 }));
    const sendNext = async (inProcess: TestApp): Promise<void> => {
      await submit(inProcess, followUp, update(id, { base: 2, members: 2 }));
    };
    expect(await countQueries(app, sendNext)).toBe(1);
    expect(await one(id)).toMatchObject({ version: 3, data: { members: '2' } });
  });

  it('are updated by changes of one branch that stand in the wrong order in one submission', async () => {
    const content = {
      survey: [
        { type: 'begin_repeat', name: 'visit', label: 'Visit' },
        { type: 'integer', name: 'members', label: 'Members', save_to: 'members' },
        { type: 'end_repeat' },
      ],
      entities: [{ list_name: 'households', entity_id: '${members}', update_if: 'true()' }],
      settings: {},
    };
    const { uid } = await makeDeployedAsset(app, { content });
    const [id, branch] = [await register(app, form), randomUUID()];
    const visits = [2, 1].map((base) => {
      const versions = `baseVersion="${base}" trunkVersion="1" branchId="${branch}"`;
      const entity = `<entity dataset="households" id="${id}" update="1" ${versions}/>`;
      return `<visit><members>${base}</members><meta>${entity}</meta></visit>`;
    });
    await submit(app, uid, { answers: visits.join('') });
    expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '2' } });
    expect(await problems(uid)).toEqual([]);
  });

  it('are created by each copy of a repeat', async () => {
    const content = {
      survey: [
        { type: 'begin_repeat', name: 'tree', label: 'Tree' },
        { type: 'text', name: 'kind', label: 'Kind', save_to: 'kind' },
        { type: 'end_repeat' },
      ],
      entities: [{ list_name: 'trees', label: '${kind}' }],
      settings: {},
    };
    const { uid } = await makeDeployedAsset(app, { content });
    const copies = ['oak', 'elm'].map(
      (kind) =>
        `<tree><kind>${kind}</kind><meta><entity dataset="trees" id="${randomUUID()}" create="1"><label>${kind}</label></entity></meta></tree>`,
    );
    await submit(app, uid, { answers: copies.join('') });
    const trees = await findList(app, 'trees');
    expect(await entitiesOf(app, trees.uid)).toMatchObject([{ label: 'oak' }, { label: 'elm' }]);
  });

  it('reach a list whose form was deployed again with other properties', async () => {
    const { uid } = await makeDeployedAsset(app, {
      content: { ...FOLLOW_UP, entities: [{ list_name: 'visits', label: '${village}' }] },
    });
    const content = {
      survey: [{ type: 'text', name: 'roof', label: 'Roof', save_to: 'roof' }],
      entities: [{ list_name: 'visits', label: '${roof}' }],
      settings: {},
    };
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    expect(await findList(app, 'visits')).toMatchObject({
      properties: ['village', 'members', 'roof'],
      projects: [{ uid, saves: true, reads: false }],
    });
  });
});
