import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { NewSubmission } from '../../../src/modules/submission/intake.query';
import { GroupIntakeService } from '../../../src/modules/submission/group-intake.service';
import { IntakeQuery } from '../../../src/modules/submission/intake.query';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { makeHook } from '../../factories/hook.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

const GROUP = 16;

describe('submissions that come at the same time', () => {
  let app: TestApp;
  let intake: GroupIntakeService;
  let assets: number[];
  let uids: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    uids = [(await makeDeployedAsset(app)).uid, (await makeDeployedAsset(app)).uid];
    assets = (await app.rows<{ id: number }>('SELECT id FROM asset ORDER BY id')).map(({ id }) => id);
    intake = app.nest.get(GroupIntakeService);
  });
  afterAll(() => app.stop());

  function madeSubmission(of: Partial<NewSubmission> = {}): NewSubmission {
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
    Array.from({ length: count }, (_, index) => madeSubmission(of(index)));
  const insertAll = (all: readonly NewSubmission[]) =>
    Promise.all(all.map((each) => intake.insert(each, [])));
  const stored = (): Promise<{ root_uuid: string; id: number; xml: string; json: string; said: string }[]> =>
    app.rows(`SELECT root_uuid, id, xml, json, answers ->> 'said' AS said FROM submission`);

  /** Rows, counts and changes tell of the same submissions. */
  async function expectCounted(): Promise<void> {
    const [found] = await app.rows(
      `SELECT (SELECT count(*)::int FROM submission) AS rows,
              (SELECT sum(submissions)::int FROM submission_tally) AS counted,
              (SELECT count(DISTINCT submission_id)::int FROM submission_change WHERE kind = 'created') AS told`,
    );
    const { rows } = found as { rows: number };
    expect(found).toEqual({ rows, counted: rows, told: rows });
  }

  it('are written by one statement while two are on their way, each as if it were alone', async () => {
    const all = many(2 + GROUP, (index) => ({ assetId: assets[index % 2]! }));
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

  it('are known by whoever was first, within a group and from before', async () => {
    const known = madeSubmission();
    await intake.insert(known, []);
    const twice = madeSubmission();
    const again = { ...twice, xml: '<other/>' };
    const [, , first, second, third, fresh] = await insertAll([
      ...many(2),
      twice,
      again,
      known,
      madeSubmission(),
    ]);
    expect([typeof first, second, third, typeof fresh]).toEqual(['number', undefined, undefined, 'number']);
    expect((await stored()).find(({ id }) => id === first)).toMatchObject({ xml: twice.xml });
    await expectCounted();
  });

  it('are not spoilt by one that can’t be written', async () => {
    const broken = madeSubmission({ answersJson: 'no JSON' });
    const all = [...many(5), broken, ...many(5), madeSubmission({ assetId: 2 ** 30 })];
    const results = await Promise.allSettled(all.map((each) => intake.insert(each, [])));
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(failed).toEqual([5, 11]);
    const rows = new Set((await stored()).map(({ root_uuid }) => root_uuid));
    expect(all.map(({ rootUuid }) => rows.has(rootUuid))).toEqual(
      all.map((_, index) => !failed.includes(index)),
    );
    await expectCounted();
  });

  it('are told of to whoever must hear of them, by the same statement and once', async () => {
    const hooks = await Promise.all([makeHook(app, uids[0]!), makeHook(app, uids[1]!)]);
    const known = many(1)[0]!;
    await intake.insert(known, []);
    const all = [...many(6, (index) => ({ assetId: assets[index % 2]! })), known];
    const notes = (index: number): string[] => (index < 4 ? ['note_deliveries'] : []);
    const texts = await textsDuring(() =>
      Promise.all(all.map((each, index) => intake.insert(each, notes(index)))),
    );
    expect(texts.length).toBeLessThanOrEqual(3);
    const waiting = await Promise.all(
      hooks.map((hook, index) => app.as('owner').get(`/api/v2/assets/${uids[index]!}/hooks/${hook}/`)),
    );
    expect(waiting.map(({ body }) => body.pending_count as number)).toEqual([2, 2]);
    const due = await app.rows<{ uid: string }>('SELECT uid FROM hook_delivery');
    expect(new Set(due.map((delivery) => delivery.uid)).size).toBe(4);
  });

  it('wait for no other that waits', async () => {
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    try {
      const held = many(3);
      await other.query('BEGIN');
      for (const { assetId, rootUuid } of held) {
        await other.query(
          `INSERT INTO submission SELECT $1, nextval('submission_id_seq'), $2, $2, '', 0, NULL, NULL, now(), now(), '{}', '{}', ''`,
          [assetId, rootUuid],
        );
      }
      // Two on their way and one of the group have to wait for the transaction; those with them don't.
      const waiting = Promise.all([held[0]!, held[1]!].map((each) => intake.insert(each, [])));
      const last = intake.insert(held[2]!, []);
      const ids = await insertAll(many(5));
      expect(ids.every((id) => typeof id === 'number')).toBe(true);
      await other.query('ROLLBACK');
      expect([...(await waiting), await last].every((id) => typeof id === 'number')).toBe(true);
    } finally {
      await other.end();
    }
    await expectCounted();
  });

  it('never wait for each other in a circle, whichever way round two groups have them', async () => {
    const query = app.nest.get(IntakeQuery);
    for (let round = 0; round < 8; round += 1) {
      const all = many(GROUP, (index) => ({ assetId: assets[index % 2]! })).map((each) => ({
        submission: each,
        notes: [],
      }));
      const [one, other] = await Promise.all([query.insertGroup(all), query.insertGroup([...all].reverse())]);
      // Who gave up because the other took long wrote nothing.
      const written = [...(one ?? []), ...(other ?? [])].filter((id) => id !== undefined);
      expect(written).toHaveLength(GROUP);
    }
    await expectCounted();
  });

  it('are each answered for themselves: 201, 202 and 409', async () => {
    const uid = uids[0]!;
    const xml = instanceXml(uid);
    const clash = xml.replace('Asha', 'Other');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        submission(app.as('owner'), [instanceXml(uid), xml, clash][index % 3]!),
      ),
    );
    const statusesOf = (kind: number): number[] =>
      answers.flatMap(({ status }, index) => (index % 3 === kind ? [status] : []));
    expect(new Set(statusesOf(0))).toEqual(new Set([201]));
    const [same, other] = [statusesOf(1), statusesOf(2)];
    expect([...same, ...other].filter((status) => status === 201)).toHaveLength(1);
    const isFirst = same.includes(201);
    expect(new Set((isFirst ? same : other).filter((status) => status !== 201))).toEqual(new Set([202]));
    expect(new Set(isFirst ? other : same)).toEqual(new Set([409]));
    await expectCounted();
  });
});
