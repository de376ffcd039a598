import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import {
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  REGISTRATION,
  update,
  type UpdateValues,
} from '../../factories/entity.factory';
import { makeHook } from '../../factories/hook.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

/** Submissions of more than 64 KB of XML are stored in a transaction. */
const TOO_LARGE_FOR_A_STATEMENT = `<padding>${'x'.repeat(65 * 1024)}</padding>`;
const ROUNDS = 12;

function randomUpdate(random: Random, current: number, branches: readonly string[]): UpdateValues {
  const [base, members] = [random.chance(0.7) ? current : random.between(1, 4), random.between(1, 3)];
  if (random.chance(0.4)) return { base, members };
  return { base, members, branch: random.pick(branches), trunk: random.pick([1, 2, 3, '']) };
}

describe('submissions with entities', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
  });
  afterAll(() => app.stop());

  const one = async (id: string): Promise<unknown> =>
    (await app.as('owner').get(`/api/v2/entity-lists/${list}/entities/${id}/`).expect(200)).body;
  const problemsOf = async (uid: string, id: string): Promise<string[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
    const { results } = body as { results: { problem: string; uuid: string }[] };
    return results.filter(({ uuid }) => uuid === id).map(({ problem }) => problem);
  };

  /** Versions and problems of an entity, but for what names it or its submissions. */
  async function historyOf(id: string): Promise<unknown> {
    const versions = await app.rows(
      `SELECT v.version, v.label, v.data, v.base_version, v.trunk_version, v.branch_id, v.branch_base, v.conflicting,
              e.version AS current, e.label AS current_label, e.data AS current_data, e.conflict
         FROM entity e JOIN entity_version v ON v.entity_id = e.id WHERE e.uuid = $1 ORDER BY v.version`,
      [id],
    );
    const problems = await app.rows('SELECT problem FROM entity_problem WHERE uuid = $1 ORDER BY problem', [
      id,
    ]);
    return { versions, problems };
  }

  const versionOf = async (id: string): Promise<number> =>
    (await app.rows<{ version: number }>('SELECT version FROM entity WHERE uuid = $1', [id]))[0]?.version ??
    1;

  it('update an entity in one statement', async () => {
    const id = await register(app, form);
    await submit(app, followUp, update(id, { members: 1 }));
    const texts = await textsDuring(() => submit(app, followUp, update(id, { base: 2, members: 2 })));
    expect(texts.map((text) => /store_\w+/.exec(text)?.[0])).toEqual(['store_entity_submissions']);
    expect(await one(id)).toMatchObject({ version: 3, data: { members: '2' } });
  });

  it('continue an offline branch in one statement', async () => {
    const [id, branch] = [await register(app, form), randomUUID()];
    await submit(app, followUp, update(id, { branch, trunk: 1, members: 1 }));
    const texts = await textsDuring(() =>
      submit(app, followUp, update(id, { branch, trunk: 1, base: 2, members: 2 })),
    );
    expect(texts).toHaveLength(1);
    expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '2' } });
  });

  it('leave entities in the state that a transaction would leave them in', async () => {
    const random = new Random(testSeed());
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair = [randomUUID(), randomUUID()];
      const branches = [randomUUID(), randomUUID()];
      const isCreatedFirst = random.chance(0.7);
      if (isCreatedFirst) for (const id of pair) await register(app, form, { id });
      for (let change = 0; change < 8; change += 1) {
        const values = randomUpdate(random, await versionOf(pair[0]!), branches);
        const isCreation = random.chance(0.1);
        for (const [index, id] of pair.entries()) {
          const { answers, uuid } = isCreation ? registration(id) : update(id, values);
          const padding = index === 0 ? '' : TOO_LARGE_FOR_A_STATEMENT;
          await submit(app, isCreation ? form : followUp, { uuid, answers: answers + padding });
        }
      }
      const [stated, transacted] = await Promise.all(pair.map(historyOf));
      expect(stated).toEqual(transacted);
    }
  });

  it('call insert functions in the same statement', async () => {
    const { uid } = await makeFollowUp(app);
    const hook = await makeHook(app, uid);
    const id = await register(app, form);
    const texts = await textsDuring(() => submit(app, uid, update(id, { members: 1 })));
    expect(texts.at(-1)).toContain('store_entity_submissions');
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/hooks/${hook}/`);
    expect(body.pending_count).toBe(1);
    expect(await one(id)).toMatchObject({ version: 2 });
  });

  describe('meet what others stored since the device received the entity:', () => {
    it('an update', async () => {
      const id = await register(app, form);
      await submit(app, followUp, update(id, { members: 3 }));
      await submit(app, followUp, update(id, { members: 4 }));
      expect(await one(id)).toMatchObject({ version: 3, conflict: 'hard', data: { members: '4' } });
    });

    it('a creation', async () => {
      const id = randomUUID();
      await register(app, form, { id, head: 'First' });
      await submit(app, form, registration(id));
      expect(await one(id)).toMatchObject({ label: 'First', version: 1 });
      expect(await problemsOf(form, id)).toEqual(['exists']);
    });

    it('a deletion', async () => {
      const id = await register(app, form);
      const path = `/api/v2/entity-lists/${list}/entities/${id}/`;
      await app.as('owner').delete(path).expect(204);
      await submit(app, followUp, update(id, { members: 4 }));
      expect(await problemsOf(followUp, id)).toEqual(['entity_deleted']);
    });

    it('a later change of the branch', async () => {
      const [id, branch] = [await register(app, form), randomUUID()];
      const visit = (base: number) => update(id, { base, trunk: 1, branch, members: base });
      await submit(app, followUp, visit(2));
      await submit(app, followUp, visit(1));
      expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '2' } });
      expect(await problemsOf(followUp, id)).toEqual([]);
    });

    it('a change that an earlier one of the branch knew', async () => {
      const [id, branch] = [await register(app, form), randomUUID()];
      await submit(app, followUp, update(id, { members: 1 }));
      await submit(app, followUp, update(id, { branch, trunk: 2, base: 2, members: 2 }));
      await submit(app, followUp, update(id, { branch, trunk: 1, base: 3, members: 3 }));
      expect(await one(id)).toMatchObject({ version: 4, conflict: 'hard', data: { members: '3' } });
    });

    it('a change of an entity that they create', async () => {
      const [id, branch] = [randomUUID(), randomUUID()];
      await submit(app, followUp, update(id, { branch, members: 5 }));
      await submit(app, form, registration(id));
      expect(await one(id)).toMatchObject({ version: 2, data: { members: '5' } });
      expect(await problemsOf(followUp, id)).toEqual([]);
    });

    it('the same submission', async () => {
      const id = await register(app, form);
      const values = update(id, { members: 7 });
      const xml = instanceXml(followUp, values);
      await submission(app.inProcess.as('owner'), xml).expect(201);
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
      await app.rows(sql, [name]);
      await submit(app, uid, { uuid, answers: answers.replace('"households"', `"${name}"`) });
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
