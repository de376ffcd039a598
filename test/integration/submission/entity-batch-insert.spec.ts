import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expectedVersions } from '../../../src/domain/entity/expected-version';
import {
  type EntitySubmission,
  IntakeRepository,
} from '../../../src/modules/submission/intake/intake.repository';
import { findList, makeFollowUp, makeRegistration, register, update } from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

const BATCH_SIZE = 16;

describe('concurrent submissions with entities', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;
  let intake: IntakeRepository;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
    intake = app.nest.get(IntakeRepository);
  });
  afterAll(() => app.stop());

  const one = async (id: string): Promise<unknown> =>
    (await app.as('owner').get(`/api/v2/entity-lists/${list}/entities/${id}/`).expect(200)).body;

  /** An update of the first version. */
  async function expected(uid: string, id: string, members: number): Promise<EntitySubmission> {
    const [assetId, rootUuid] = [
      (await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid]))[0]!.id,
      randomUUID(),
    ];
    const node = {
      dataset: 'households',
      id,
      creates: false,
      updates: true,
      label: '',
      data: { members: String(members) },
      baseVersion: '1',
      trunkVersion: '',
      branchId: '',
    };
    return {
      submission: {
        assetId,
        rootUuid,
        uuid: rootUuid,
        xmlHash: createHash('sha256').update(rootUuid).digest(),
        versionUid: null,
        submittedBy: 'owner',
        submittedAt: new Date('2026-03-01T08:00:00Z'),
        answersJson: '{}',
        membersJson: '"a":1',
        xml: '<a/>',
        attachments: [],
      },
      publishFunctions: [],
      versions: expectedVersions([node])!,
    };
  }
  const registerMany = (count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => register(app, form)));
  const expectAll = (ids: readonly string[]): Promise<EntitySubmission[]> =>
    Promise.all(ids.map((id, index) => expected(followUp, id, index)));
  const storedAmong = async (all: readonly EntitySubmission[]): Promise<boolean[]> => {
    const roots = all.map(({ submission: { rootUuid } }) => rootUuid);
    const rows = await app.rows<{ root_uuid: string }>(
      'SELECT root_uuid FROM submission WHERE root_uuid = ANY ($1)',
      [roots],
    );
    const found = new Set(rows.map(({ root_uuid }) => root_uuid));
    return roots.map((root) => found.has(root));
  };

  it('are stored by one statement while two are running', async () => {
    const all = await expectAll(await registerMany(2 + BATCH_SIZE));
    const texts = await textsDuring(() => Promise.all(all.map((each) => intake.insertWithEntities(each))));
    expect(texts).toHaveLength(3);
    const versions = await Promise.all(all.map(({ versions }) => one(versions[0]!.uuid)));
    expect(versions).toMatchObject(all.map((_, index) => ({ version: 2, data: { members: String(index) } })));
  });

  it('are stored but for those whose entity was changed', async () => {
    const ids = await registerMany(6);
    const all = await expectAll(ids);
    await submit(app, followUp, update(ids[4]!, { members: 99 }));
    const outcomes = await Promise.all(all.map((each) => intake.insertWithEntities(each)));
    expect(outcomes.map((outcome) => outcome === undefined)).toEqual(ids.map((_, index) => index === 4));
    expect(await storedAmong(all)).toEqual(ids.map((_, index) => index !== 4));
    expect(await one(ids[4]!)).toMatchObject({ version: 2, data: { members: '99' } });
  });

  it('change an entity once: the second is refused', async () => {
    const [id] = await registerMany(1);
    const both = await expectAll([id!, id!]);
    expect(await intake.insertEntityBatch(both)).toEqual([expect.any(Number), undefined]);
    expect(await storedAmong(both)).toEqual([true, false]);
    expect(await one(id!)).toMatchObject({ version: 2, data: { members: '0' } });
  });

  it('change nothing if they are stored already', async () => {
    const [stored, fresh] = await expectAll(await registerMany(2));
    expect(await intake.insertEntityBatch([stored!])).toEqual([expect.any(Number)]);
    expect(await intake.insertEntityBatch([stored!, fresh!])).toEqual([undefined, expect.any(Number)]);
    expect(await one(stored!.versions[0]!.uuid)).toMatchObject({ version: 2 });
  });

  it('do not deadlock when batches overlap in a different order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ids = await registerMany(BATCH_SIZE);
      const [one, other] = await Promise.all([expectAll(ids), expectAll(ids.toReversed())]);
      const results = await Promise.all([intake.insertEntityBatch(one), intake.insertEntityBatch(other)]);
      const stored = results.flat().filter((id) => id !== undefined);
      expect(stored).toHaveLength(BATCH_SIZE);
    }
  });

  it.each([
    [
      'of the entity',
      `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'entity', $1::integer, left($2, 2)), 0))`,
    ],
    ['of the list', 'SELECT FROM entity_list WHERE id = $1 AND length($2) > 0 FOR UPDATE'],
  ])('are stored in a transaction if one that is open holds the lock %s', async (_case, lock) => {
    const [blocked, other] = await expectAll(await registerMany(2));
    const { uuid } = blocked!.versions[0]!;
    const [{ listId } = {}] = await app.rows<{ listId?: number }>(
      'SELECT id AS "listId" FROM entity_list WHERE uid = $1',
      [list],
    );
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(lock, [listId, uuid]);
      expect(await intake.insertEntityBatch([blocked!])).toBeUndefined();
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect(await storedAmong([blocked!])).toEqual([false]);
    expect(await intake.insertEntityBatch([blocked!, other!])).toHaveLength(2);
  });
});
