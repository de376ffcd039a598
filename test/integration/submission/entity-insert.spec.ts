import { randomUUID } from 'node:crypto';
import { EntityIntakeService } from '../../../src/modules/entity/entity-intake.service';
import { makeDeployedAsset } from '../../factories/asset.factory';
import {
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  REGISTRATION,
  update,
} from '../../factories/entity.factory';
import { makeHook } from '../../factories/hook.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

describe('submissions with entities', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;
  let entities: EntityIntakeService;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
    entities = app.nest.get(EntityIntakeService);
  });
  afterAll(() => app.stop());
  afterEach(() => jest.restoreAllMocks());

  const one = async (id: string): Promise<unknown> =>
    (await app.as('owner').get(`/api/v2/entity-lists/${list}/entities/${id}/`).expect(200)).body;
  const problemsOf = async (uid: string, id: string): Promise<string[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
    const { results } = body as { results: { problem: string; uuid: string }[] };
    return results.filter(({ uuid }) => uuid === id).map(({ problem }) => problem);
  };

  /** Sends a submission; `work` is done after its entities were read, and before it is stored. */
  async function submitAround(
    work: () => Promise<unknown>,
    uid: string,
    values: Parameters<typeof submit>[2],
  ): Promise<void> {
    const decide = entities.decide.bind(entities);
    const spied = jest.spyOn(entities, 'decide').mockImplementationOnce(async (...given) => {
      const versions = await decide(...given);
      expect(versions).toBeDefined();
      spied.mockImplementation(decide);
      await work();
      return versions;
    });
    await submit(app.inProcess, uid, values);
  }

  it('update an entity in two statements', async () => {
    const id = await register(app, form);
    await submit(app, followUp, update(id, { members: 1 }));
    const texts = await textsDuring(() => submit(app, followUp, update(id, { base: 2, members: 2 })));
    expect(texts.map((text) => /entity_states|store_\w+/.exec(text)?.[0])).toEqual([
      'entity_states',
      'store_submissions_with_entities',
    ]);
    expect(await one(id)).toMatchObject({ version: 3, data: { members: '2' } });
  });

  it('call insert functions in the same statement', async () => {
    const { uid } = await makeFollowUp(app);
    const hook = await makeHook(app, uid);
    const id = await register(app, form);
    const texts = await textsDuring(() => submit(app, uid, update(id, { members: 1 })));
    expect(texts.at(-1)).toContain('store_submissions_with_entities');
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${hook}/`);
    expect(body.pending_count).toBe(1);
    expect(await one(id)).toMatchObject({ version: 2 });
  });

  describe('meet what others stored since they read the entity:', () => {
    it('an update', async () => {
      const id = await register(app, form);
      const other = () => submit(app, followUp, update(id, { members: 3 }));
      await submitAround(other, followUp, update(id, { members: 4 }));
      expect(await one(id)).toMatchObject({ version: 3, conflict: 'hard', data: { members: '4' } });
    });

    it('a creation', async () => {
      const id = randomUUID();
      await submitAround(() => register(app, form, { id, head: 'First' }), form, registration(id));
      expect(await one(id)).toMatchObject({ label: 'First', version: 1 });
      expect(await problemsOf(form, id)).toEqual(['exists']);
    });

    it('a deletion', async () => {
      const id = await register(app, form);
      const path = `/api/v2/entity-lists/${list}/entities/${id}/`;
      const other = () => app.as('owner').delete(path).expect(204);
      await submitAround(other, followUp, update(id, { members: 4 }));
      expect(await problemsOf(followUp, id)).toEqual(['entity_deleted']);
    });

    it('a later change of the branch', async () => {
      const [id, branch] = [await register(app, form), randomUUID()];
      const visit = (base: number) => update(id, { base, trunk: 1, branch, members: base });
      await submitAround(() => submit(app, followUp, visit(2)), followUp, visit(1));
      expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '2' } });
      expect(await problemsOf(followUp, id)).toEqual([]);
    });

    it('a change of an entity that they create', async () => {
      const [id, branch] = [randomUUID(), randomUUID()];
      const other = () => submit(app, followUp, update(id, { branch, members: 5 }));
      await submitAround(other, form, registration(id));
      expect(await one(id)).toMatchObject({ version: 2, data: { members: '5' } });
      expect(await problemsOf(followUp, id)).toEqual([]);
    });

    it('the same submission', async () => {
      const id = await register(app, form);
      const values = update(id, { members: 7 });
      const xml = instanceXml(followUp, values);
      const decide = entities.decide.bind(entities);
      jest.spyOn(entities, 'decide').mockImplementationOnce(async (...given) => {
        const versions = await decide(...given);
        await submission(app.inProcess.as('owner'), xml).expect(201);
        return versions;
      });
      await submission(app.inProcess.as('owner'), xml).expect(202);
      expect(await one(id)).toMatchObject({ version: 2, conflict: null });
      expect(await problemsOf(followUp, id)).toEqual([]);
    });

    it.each<[string, string, string]>([
      ['the deletion of the list', 'DELETE FROM entity_list WHERE name = $1', 'list_unknown'],
      [
        'another list of the form',
        'UPDATE entity_list_use SET declares = false FROM entity_list l WHERE l.id = list_id AND name = $1',
        'list_unknown',
      ],
      [
        'the loss of a property',
        `UPDATE entity_list SET properties = properties - 'village' WHERE name = $1`,
        'property_unknown',
      ],
      [
        'the need of an approval',
        'UPDATE entity_list SET approval_required = true WHERE name = $1',
        'unapproved',
      ],
    ])('%s', async (_case, sql, problem) => {
      const name = `list_${randomUUID().replaceAll('-', '')}`;
      const content = { ...REGISTRATION, entities: [{ list_name: name, label: '${head}' }] };
      const { uid } = await makeDeployedAsset(app, { content });
      const id = randomUUID();
      const { answers, uuid } = registration(id);
      await submitAround(() => app.rows(sql, [name]), uid, {
        uuid,
        answers: answers.replace('"households"', `"${name}"`),
      });
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
      expect((body as { results: object[] }).results).toMatchObject([{ problem }]);
    });
  });

  it('are all applied when phones change few entities at a time', async () => {
    const ids = [await register(app, form), await register(app, form)];
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
    const visits = (ids: readonly string[]): string =>
      ids
        .map((id) => `<entity dataset="households" id="${id}" update="1" baseVersion="1"/>`)
        .map((entity) => `<visit><members>1</members><meta>${entity}</meta></visit>`)
        .join('');
    const orders = [ids, ids.toReversed()];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => submit(app, uid, { answers: visits(orders[index % 2]!) })),
    );
    for (const id of ids) expect(await one(id)).toMatchObject({ version: 13 });
  });
});
