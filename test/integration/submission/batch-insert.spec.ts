import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  IntakeRepository,
  type NewSubmission,
  type PublishFunction,
} from '../../../src/modules/submission/intake/intake.repository';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { makeHook } from '../../factories/hook.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

const BATCH_SIZE = 16;

describe('concurrent submissions', () => {
  let app: TestApp;
  let intake: IntakeRepository;
  let assets: number[];
  let uids: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    uids = [(await makeDeployedAsset(app)).uid, (await makeDeployedAsset(app)).uid];
    assets = (await app.rows<{ id: number }>('SELECT id FROM asset ORDER BY id')).map(({ id }) => id);
    intake = app.nest.get(IntakeRepository);
  });
  afterAll(() => app.stop());

  function newSubmission(of: Partial<NewSubmission> = {}): NewSubmission {
    const rootUuid = of.rootUuid ?? randomUUID();
    return {
      assetId: assets[0]!,
      rootUuid,
      uuid: rootUuid,
      xmlHash: createHash('sha256').update(rootUuid).digest(),
      versionUid: null,
      submittedBy: 'owner',
      submittedAt: new Date('2026-03-01T08:00:00Z'),
      answersJson: `{"said":"\\"${rootUuid}\\""}`,
      membersJson: `"said":"'\\\\${rootUuid}"`,
      xml: `<a>${rootUuid}</a>`,
      attachments: [],
      ...of,
    };
  }

  const many = (count: number, of: (index: number) => Partial<NewSubmission> = () => ({})): NewSubmission[] =>
    Array.from({ length: count }, (_, index) => newSubmission(of(index)));
  const insertAll = (all: readonly NewSubmission[]) =>
    Promise.all(all.map((each) => intake.insert(each, [])));
  const stored = (): Promise<{ root_uuid: string; id: number; xml: string; json: string; said: string }[]> =>
    app.rows(`SELECT root_uuid, id, xml, json, answers ->> 'said' AS said FROM submission`);

  async function expectCounted(): Promise<void> {
    const [found] = await app.rows(
      `SELECT (SELECT count(*)::int FROM submission) AS rows,
              (SELECT sum(submissions)::int FROM submission_tally) AS counted,
              (SELECT count(DISTINCT submission_id)::int FROM submission_change WHERE kind = 'created') AS changes`,
    );
    const { rows } = found as { rows: number };
    expect(found).toEqual({ rows, counted: rows, changes: rows });
  }

  it('are batched while two statements are running, with the same result', async () => {
    const all = many(2 + BATCH_SIZE, (index) => ({ assetId: assets[index % 2]! }));
    let ids: (number | undefined)[] = [];
    const texts = await textsDuring(async () => {
      ids = await insertAll(all);
    });
    expect(texts.map((text) => /store_\w+/.exec(text)?.[0])).toEqual([
      'store_submission',
      'store_submission',
      'store_submissions',
    ]);
    const rows = new Map((await stored()).map((row) => [row.root_uuid, row]));
    for (const [index, { rootUuid, xml, membersJson }] of all.entries()) {
      const id = ids[index]!;
      const said = `"${rootUuid}"`;
      expect(rows.get(rootUuid)).toEqual({
        root_uuid: rootUuid,
        id,
        xml,
        said,
        json: `{"_id":${id},${membersJson}}`,
      });
    }
    await expectCounted();
  });

  it('detect duplicates within a batch and of earlier submissions', async () => {
    const known = newSubmission();
    await intake.insert(known, []);
    const twice = newSubmission();
    const again = { ...twice, xml: '<other/>' };
    const [, , first, second, third, fresh] = await insertAll([
      ...many(2),
      twice,
      again,
      known,
      newSubmission(),
    ]);
    expect([typeof first, second, third, typeof fresh]).toEqual(['number', undefined, undefined, 'number']);
    expect((await stored()).find(({ id }) => id === first)).toMatchObject({ xml: twice.xml });
    await expectCounted();
  });

  it('are stored even if another one of the batch fails', async () => {
    const broken = newSubmission({ answersJson: 'no JSON' });
    const all = [...many(5), broken, ...many(5), newSubmission({ assetId: 2 ** 30 })];
    const results = await Promise.allSettled(all.map((each) => intake.insert(each, [])));
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(failed).toEqual([5, 11]);
    const rows = new Set((await stored()).map(({ root_uuid }) => root_uuid));
    expect(all.map(({ rootUuid }) => rows.has(rootUuid))).toEqual(
      all.map((_, index) => !failed.includes(index)),
    );
    await expectCounted();
  });

  it('call insert functions in the same statement, once', async () => {
    const hooks = await Promise.all([makeHook(app, uids[0]!), makeHook(app, uids[1]!)]);
    const known = many(1)[0]!;
    await intake.insert(known, []);
    const all = [...many(6, (index) => ({ assetId: assets[index % 2]! })), known];
    const publishFunctions = (index: number): PublishFunction[] => (index < 4 ? ['note_deliveries'] : []);
    const texts = await textsDuring(() =>
      Promise.all(all.map((each, index) => intake.insert(each, publishFunctions(index)))),
    );
    expect(texts.length).toBeLessThanOrEqual(3);
    const waiting = await Promise.all(
      hooks.map((hook, index) => app.as('owner').get(`/api/v2/assets/${uids[index]!}/hooks/${hook}/`)),
    );
    expect(waiting.map(({ body }) => body.pending_count as number)).toEqual([2, 2]);
    const due = await app.rows<{ uid: string }>('SELECT uid FROM hook_delivery');
    expect(new Set(due.map((delivery) => delivery.uid)).size).toBe(4);
  });

  it('do not wait for others that are blocked', async () => {
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    try {
      const locked = many(3);
      await other.query('BEGIN');
      for (const { assetId, rootUuid } of locked) {
        await other.query(
          `INSERT INTO submission SELECT $1, nextval('submission_id_seq'), $2, $2, '', 0, NULL, NULL, now(), now(), '{}', '{}', ''`,
          [assetId, rootUuid],
        );
      }
      // Two statements and one of the batch wait for the transaction; the rest of the batch does not.
      const waiting = Promise.all([locked[0]!, locked[1]!].map((each) => intake.insert(each, [])));
      const last = intake.insert(locked[2]!, []);
      const ids = await insertAll(many(5));
      expect(ids.every((id) => typeof id === 'number')).toBe(true);
      await other.query('ROLLBACK');
      expect([...(await waiting), await last].every((id) => typeof id === 'number')).toBe(true);
    } finally {
      await other.end();
    }
    await expectCounted();
  });

  it('do not deadlock when batches overlap in a different order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const all = many(BATCH_SIZE, (index) => ({ assetId: assets[index % 2]! })).map((each) => ({
        submission: each,
        publishFunctions: [],
      }));
      const [one, other] = await Promise.all([
        intake.insertBatch(all),
        intake.insertBatch([...all].reverse()),
      ]);
      // A batch that timed out wrote nothing.
      const written = [...(one ?? []), ...(other ?? [])].filter((id) => id !== undefined);
      expect(written).toHaveLength(BATCH_SIZE);
    }
    await expectCounted();
  });

  it('get their own responses: 201, 202 and 409', async () => {
    const uid = uids[0]!;
    const xml = instanceXml(uid);
    const clash = xml.replace('Asha', 'Other');
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        submission(app.as('owner'), [instanceXml(uid), xml, clash][index % 3]!),
      ),
    );
    const statusesOf = (kind: number): number[] =>
      responses.flatMap(({ status }, index) => (index % 3 === kind ? [status] : []));
    expect(new Set(statusesOf(0))).toEqual(new Set([201]));
    const [same, other] = [statusesOf(1), statusesOf(2)];
    expect([...same, ...other].filter((status) => status === 201)).toHaveLength(1);
    const isFirst = same.includes(201);
    expect(new Set((isFirst ? same : other).filter((status) => status !== 201))).toEqual(new Set([202]));
    expect(new Set(isFirst ? other : same)).toEqual(new Set([409]));
    await expectCounted();
  });
});
