import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import { SummaryCleanupService } from '../../../src/modules/submission/read/summary-cleanup.service';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { Browser } from '../../support/browser';
import { startApp, type TestApp } from '../../support/app';

const NAMES = ['a', 'b', 'c', 'd'];
/** Enough questions to be counted in two halves. */
const MORE = Array.from({ length: 14 }, (_, n) => `more_${n}`);
const contentOf = (group: string) => ({
  survey: [
    { type: 'begin_group', name: group, label: group },
    { type: 'select_one list', name: 'one', label: 'one' },
    { type: 'decimal', name: 'number', label: 'number' },
    { type: 'end_group' },
    { type: 'select_multiple list', name: 'many', label: 'many' },
    { type: 'text', name: 'text', label: 'text' },
    { type: 'geopoint', name: 'place', label: 'place' },
    ...MORE.map((name) => ({ type: 'select_one list', name, label: name })),
    { type: 'begin_repeat', name: 'rep', label: 'rep' },
    { type: 'select_multiple list', name: 'inner', label: 'inner' },
    { type: 'end_repeat' },
  ],
  choices: NAMES.map((name) => ({ list_name: 'list', name, label: name })),
});
const SENDERS = ['owner', 'asha', 'bela'];
const ROUNDS = 4;
const PER_ROUND = 20;

describe('maps and reports of large forms', () => {
  const seed = testSeed();
  const random = new Random(seed);
  let app: TestApp;
  let uid: string;
  let group = 'first';
  const uuids: string[] = [];

  beforeAll(async () => {
    SUMMARY_LIMITS.minSubmissions = 0;
    // Other processes than this one have other limits.
    app = await startApp({ hasOneProcess: true });
    for (const name of [...SENDERS, 'partial']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { content: contentOf(group) }));
    for (const name of SENDERS.slice(1)) await grant(app, uid, name, ['add_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ many: 'a' }] });
  });
  afterAll(() => app.stop());

  const element = (name: string, text: string): string =>
    random.chance(0.8) ? `<${name}>${text}</${name}>` : '';
  const randomAnswers = (): string =>
    [
      `<${group}>${element('one', random.pick(NAMES))}${element('number', String(random.between(-3, 3)))}</${group}>`,
      element('many', [random.pick(NAMES), random.pick(NAMES)].slice(random.between(0, 1)).join(' ')),
      element('text', `text ${random.between(1, 9)}`),
      element('place', `${random.between(-80, 80)} ${random.between(-170, 170)} 0 0`),
      ...MORE.map((name) => element(name, random.pick(NAMES))),
      ...[1, 2].map(() => `<rep>${element('inner', random.pick(NAMES))}</rep>`),
    ].join('');

  const takeUuid = (): string => uuids.splice(random.between(0, uuids.length - 1), 1)[0]!;
  const idOf = async (uuid: string): Promise<number> => {
    const rows = await app.rows<{ id: string }>('SELECT id FROM submission WHERE root_uuid = $1', [uuid]);
    return Number(rows[0]!.id);
  };

  async function change(): Promise<void> {
    const kind = uuids.length < 10 ? 0 : random.between(0, 5);
    if (kind === 0 || kind === 1)
      uuids.push(await submit(app, uid, { by: random.pick(SENDERS), answers: randomAnswers() }));
    // An id of another part.
    else if (kind === 2)
      await app.rows(`SELECT setval('submission_id_seq', nextval('submission_id_seq') + 20000)`);
    else if (kind === 3) {
      const deprecates = await currentUuid(takeUuid());
      const xml = instanceXml(uid, { answers: randomAnswers(), deprecates });
      await submission(app.as('owner'), xml).expect(201);
    } else if (kind === 4) {
      await app
        .as('owner')
        .delete(`/api/v2/assets/${uid}/data/${await idOf(takeUuid())}/`)
        .expect(204);
    } else {
      const status = { 'validation_status.uid': 'validation_status_approved' };
      await app
        .as('owner')
        .patch(`/api/v2/assets/${uid}/data/${await idOf(random.pick(uuids))}/validation_status/`)
        .send(status)
        .expect(200);
    }
  }
  const currentUuid = async (rootUuid: string): Promise<string> =>
    (await app.rows<{ uuid: string }>('SELECT uuid FROM submission WHERE root_uuid = $1', [rootUuid]))[0]!
      .uuid;

  const VIEWS = [
    'counts/users/',
    'reports/',
    'reports/?split_by=one',
    'reports/?names=number,one&version=newest',
    'reports/?names=text,inner&version=all',
    'map-clusters/?question=place&bbox=-180,-90,180,90&zoom=3',
    'map-clusters/?question=place&bbox=-180,-90,180,90&zoom=3&query={"one":{"$ne":12345678901234567890}}',
  ];
  async function readAll(): Promise<unknown[]> {
    const bodies: unknown[] = [];
    for (const caller of ['owner', 'partial']) {
      for (const view of VIEWS)
        bodies.push((await app.as(caller).get(`/api/v2/assets/${uid}/${view}`).expect(200)).body as unknown);
      const { text: table } = await app.as(caller).get(`/api/v2/assets/${uid}/data.csv`).expect(200);
      bodies.push(table);
      const { text } = await (
        await Browser.signedIn(app, caller)
      )
        .get(`/projects/${uid}/reports/`)
        .expect(200);
      // Without tokens and padding.
      bodies.push(/<main[^]*<\/main>/.exec(text)![0].replaceAll(/(nonce|value)="[^"]*"/g, ''));
    }
    return bodies;
  }
  /** Of all submissions, without a summary. */
  async function readFully(): Promise<unknown[]> {
    SUMMARY_LIMITS.minSubmissions = Infinity;
    try {
      return await readAll();
    } finally {
      SUMMARY_LIMITS.minSubmissions = 0;
    }
  }
  /** Parts of the ids that the form has. */
  const countParts = async (): Promise<number> => {
    const rows = await app.rows<{ count: number }>(
      'SELECT count(DISTINCT id >> 15)::int AS count FROM submission WHERE asset_id = (SELECT id FROM asset WHERE uid = $1)',
      [uid],
    );
    return rows[0]!.count;
  };
  const storedParts = () =>
    app.rows('SELECT summary_id, part, xmin FROM submission_summary_part ORDER BY summary_id, part');

  it(`equal a full count after changes and redeployments (seed ${seed})`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < PER_ROUND; count += 1) await change();
      expect(await readAll()).toEqual(await readFully());
      group = `group_${round}`;
      await app
        .as('owner')
        .patch(`/api/v2/assets/${uid}/`)
        .send({ content: contentOf(group) })
        .expect(200);
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
      const { version_id } = body as { version_id: string };
      await app
        .as('owner')
        .patch(`/api/v2/assets/${uid}/deployment/`)
        .send({ active: true, version_id })
        .expect(200);
    }
    expect((await storedParts()).length).toBeGreaterThan(VIEWS.length);
  });

  it('compute only parts whose submissions changed', async () => {
    await app.rows(`SELECT setval('submission_id_seq', nextval('submission_id_seq') + 40000)`);
    uuids.push(await submit(app, uid, { by: random.pick(SENDERS), answers: randomAnswers() }));
    await readAll();
    const before = await storedParts();
    await readAll();
    expect(await storedParts()).toEqual(before);
    uuids.push(await submit(app, uid, { by: random.pick(SENDERS), answers: randomAnswers() }));
    await readAll();
    const after = await storedParts();
    const kept = after.filter((part) => before.some((each) => JSON.stringify(each) === JSON.stringify(part)));
    expect(after.length).toBe(before.length);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(after.length);
  });

  it('shows the progress of a report that takes long, which the next load continues', async () => {
    const { pageComputingMs, computingMs } = SUMMARY_LIMITS;
    const browser = await Browser.signedIn(app, 'owner');
    const forget = () => app.rows('DELETE FROM submission_summary');
    const parts = await countParts();
    try {
      await forget();
      Object.assign(SUMMARY_LIMITS, { pageComputingMs: 0, computingMs: 0 });
      const shares: number[] = [];
      let text = '';
      do {
        ({ text } = await browser.get(`/projects/${uid}/reports/`).expect(200));
        const share = /<progress max="100" value="(\d+)"/.exec(text)?.[1];
        if (share !== undefined) shares.push(Number(share));
      } while (text.includes('data-watch') && shares.length < 100);
      expect(parts).toBeGreaterThan(1);
      // Of the answers, then of the places.
      expect(shares.length).toBe(2 * (parts - 1));
      await forget();
      const refused = await app.as('owner').get(`/api/v2/assets/${uid}/reports/`).expect(503);
      expect(refused.headers['retry-after']).toBe('1');
      for (let part = 2; part < parts; part += 1)
        await app.as('owner').get(`/api/v2/assets/${uid}/reports/`).expect(503);
      await app.as('owner').get(`/api/v2/assets/${uid}/reports/`).expect(200);
    } finally {
      Object.assign(SUMMARY_LIMITS, { pageComputingMs, computingMs });
    }
  });

  it('start anew where the stored state is not of this server', async () => {
    await app.rows(`UPDATE submission_summary SET snapshot = '9000000000:9000000000:'`);
    await app.rows(`UPDATE submission_summary_part SET data = ''`);
    expect(await readAll()).toEqual(await readFully());
    const rows = await app.rows(`SELECT FROM submission_summary WHERE snapshot LIKE '9000000000%'`);
    // Those of earlier versions of the form are not read any more.
    expect(rows.length).toBeLessThan((await app.rows('SELECT FROM submission_summary')).length);
  });

  it('are deleted with submissions that are deleted for good', async () => {
    const deleted = uuids.pop()!;
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${deleted}/`).expect(200);
    const payload = { submission_ids: [(body as { _id: number })._id] };
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/bulk/`).send({ payload }).expect(200);
    expect(await storedParts()).not.toEqual([]);
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/deleted/`).send({ payload }).expect(200);
    expect(await storedParts()).toEqual([]);
    expect(await readAll()).toEqual(await readFully());
  });

  it('forget what was not read for a week, and the summaries of a deleted project', async () => {
    await app.rows(`UPDATE submission_summary SET last_used = current_date - 8 WHERE id % 2 = 0`);
    await app.nest.get(SummaryCleanupService).deleteUnused();
    expect(await app.rows('SELECT FROM submission_summary WHERE id % 2 = 0')).toEqual([]);
    expect(await app.rows('SELECT FROM submission_summary')).not.toEqual([]);
    await app.rows('DELETE FROM asset WHERE uid = $1', [uid]);
    expect(await storedParts()).toEqual([]);
  });
});
