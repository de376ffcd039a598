import { randomUUID } from 'node:crypto';
import { Clock } from '../../../src/config/clock';
import { SubmissionCountService } from '../../../src/modules/submission/intake/submission-count.service';
import { type AssetJson, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';
import { Random, testSeed } from '../../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
const OPERATIONS = LONG ? 2_000 : 60;
const SEEDS = LONG ? 10 : 1;
const CHECK_EVERY = LONG ? 50 : 15;
const PAGE = LONG ? 50 : 7;
const DAY_MS = 86_400_000;

if (LONG) jest.setTimeout(60 * 60_000);

interface Expected {
  readonly rootUuid: string;
  uuid: string;
  village: string;
  status: string | undefined;
  readonly day: string;
  /** All villages that it ever had: who sees none of them learns nothing of it. */
  readonly villages: Set<string>;
}

interface Row {
  readonly _id: number;
  readonly _uuid: string;
  readonly village?: string;
  readonly _validation_status: { readonly uid?: string };
}

interface ChangeList {
  readonly token: string;
  readonly next: string | null;
  readonly results: readonly { readonly _id: number; readonly submission: Row | null }[];
}

const VILLAGES = ['north', 'south', 'west'];
const STATUSES = ['validation_status_approved', 'validation_status_on_hold'];
/** Users and the villages they may see; undefined means all. */
const VIEWERS: Readonly<Record<string, readonly string[] | undefined>> = {
  owner: undefined,
  northerner: ['north'],
  southerner: ['south', 'west'],
};

describe('random operations compared with a model', () => {
  let app: TestApp;
  const first = testSeed();

  beforeAll(async () => {
    app = await startApp({ environment: { MAX_PAGE_SUBMISSIONS: String(PAGE) } });
    for (const username of Object.keys(VIEWERS)) await app.addUser(username);
  });
  afterAll(() => app.stop());

  it.each(Array.from({ length: SEEDS }, (_, index) => first + index))('seed %i', async (seed) => {
    await new Run(app, new Random(seed)).play();
  });
});

class Run {
  private readonly model = new Map<string, Expected>();
  /** Villages of every submission, of deleted ones too. */
  private readonly everSent = new Map<string, ReadonlySet<string>>();
  /** Replica of each viewer, built from changes only. */
  private readonly replicas = new Map<string, { token: string; rows: Map<number, Row> }>();
  private survey!: AssetJson;
  private now = Date.parse('2026-01-01T08:00:00Z');

  constructor(
    private readonly app: TestApp,
    private readonly random: Random,
  ) {}

  async play(): Promise<void> {
    const { app } = this;
    const clock = jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(this.now));
    this.survey = await makeDeployedAsset(app, {
      content: { survey: [{ type: 'text', name: 'village', label: 'Village' }] },
    });
    for (const [username, villages] of Object.entries(VIEWERS)) {
      if (villages === undefined) continue;
      const view_submissions = villages.map((village) => ({ village }));
      await grantPartially(app, this.survey.uid, username, { view_submissions });
    }
    for (let count = 1; count <= OPERATIONS; count += 1) {
      this.now += this.random.between(1, 1_000);
      await this.operate();
      if (count % CHECK_EVERY === 0) for (const viewer of Object.keys(VIEWERS)) await this.check(viewer);
    }
    clock.mockRestore();
  }

  private async operate(): Promise<void> {
    const submissions = [...this.model.values()];
    const kind = this.random.pick([
      'add',
      'add',
      'add',
      'edit',
      'remove',
      'validate',
      'bulk',
      'copy',
      'day',
    ] as const);
    if (kind === 'day') {
      this.now += DAY_MS;
      if (this.random.chance(0.5)) await this.app.nest.get(SubmissionCountService).fold();
      return;
    }
    if (kind === 'add' || submissions.length === 0) return this.add();
    const one = this.random.pick(submissions);
    if (kind === 'edit') return this.edit(one);
    if (kind === 'remove') return this.remove(one);
    if (kind === 'validate') return this.setStatus(one);
    return kind === 'copy' ? this.copy(one) : this.bulk();
  }

  private async add(): Promise<void> {
    const uuid = randomUUID();
    const village = this.random.pick(VILLAGES);
    await submission(this.app.as('owner'), this.xml(uuid, village)).expect(201);
    this.remember(uuid, village, undefined);
  }

  private async edit(one: Expected): Promise<void> {
    const uuid = randomUUID();
    const village = this.random.pick(VILLAGES);
    await submission(this.app.as('owner'), this.xml(uuid, village, one.uuid)).expect(201);
    Object.assign(one, { uuid, village });
    one.villages.add(village);
  }

  private async remove({ rootUuid }: Expected): Promise<void> {
    await this.app
      .as('owner')
      .delete(this.path(`data/${rootUuid}/`))
      .expect(204);
    this.model.delete(rootUuid);
  }

  private async setStatus(one: Expected): Promise<void> {
    const status = this.random.pick(STATUSES);
    const body = { 'validation_status.uid': status };
    await this.app
      .as('owner')
      .patch(this.path(`data/${one.rootUuid}/validation_status/`))
      .send(body)
      .expect(200);
    one.status = status;
  }

  private async copy({ rootUuid, village }: Expected): Promise<void> {
    const { body } = await this.app
      .as('owner')
      .post(this.path(`data/${rootUuid}/duplicate/`))
      .expect(201);
    this.remember((body as Row)._uuid, village, undefined);
  }

  private async bulk(): Promise<void> {
    const village = this.random.pick(VILLAGES);
    const matching = [...this.model.values()].filter((each) => each.village === village);
    if (matching.length === 0) return;
    const payload = { query: { village }, 'validation_status.uid': this.random.pick(STATUSES) };
    await this.app.as('owner').patch(this.path('data/validation_statuses/')).send({ payload }).expect(200);
    for (const one of matching) one.status = payload['validation_status.uid'];
  }

  /** Asserts that all reads of a viewer match the model. */
  private async check(viewer: string): Promise<void> {
    const villages = VIEWERS[viewer];
    const expected = [...this.model.values()].filter(
      ({ village }) => villages === undefined || villages.includes(village),
    );
    const shape = expected.map(({ uuid, village, status }) => ({ uuid, village, status })).sort(byUuid);
    const rows = await this.pages(viewer);
    expect(rows.map(toShape).sort(byUuid)).toEqual(shape);
    await this.applyChanges(viewer);
    expect([...this.replicas.get(viewer)!.rows.values()].map(toShape).sort(byUuid)).toEqual(shape);

    const daily: Record<string, number> = {};
    for (const { day } of expected) daily[day] = (daily[day] ?? 0) + 1;
    const counts = await this.app.as(viewer).get(this.path('counts/?days=99999')).expect(200);
    expect(counts.body).toEqual({ daily_submission_counts: daily, total_submission_count: expected.length });
    if (villages !== undefined) return;
    const asset = await this.app.as(viewer).get(this.path('')).expect(200);
    expect((asset.body as AssetJson).deployment__submission_count).toBe(expected.length);
  }

  private async pages(viewer: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let next: string | null = this.path(`data/?limit=${PAGE}`); next !== null;) {
      const { body } = (await this.app.as(viewer).get(next).expect(200)) as {
        body: { count: number; next: string | null; results: Row[] };
      };
      rows.push(...body.results);
      next = body.next === null ? null : new URL(body.next).pathname + new URL(body.next).search;
      if (next === null) expect(rows).toHaveLength(body.count);
    }
    return rows;
  }

  private async applyChanges(viewer: string): Promise<void> {
    const replica = this.replicas.get(viewer) ?? { token: '', rows: new Map<number, Row>() };
    this.replicas.set(viewer, replica);
    await changesSettled(this.app);
    for (;;) {
      const since = replica.token === '' ? '' : `?since=${replica.token}`;
      const { body } = (await this.app
        .as(viewer)
        .get(this.path(`data/changes/${since}`))
        .expect(200)) as {
        body: ChangeList;
      };
      const told = await this.rootUuidsOf(body.results.map(({ _id }) => _id));
      for (const rootUuid of told) expect(this.hasSeen(viewer, rootUuid)).toBe(true);
      for (const { _id: id, submission: row } of body.results) {
        if (row === null) replica.rows.delete(id);
        else replica.rows.set(id, row);
      }
      replica.token = body.token;
      if (body.next === null) return;
    }
  }

  /** Of stored and of deleted submissions. */
  private async rootUuidsOf(ids: readonly number[]): Promise<string[]> {
    const rows = await this.app.rows<{ rootUuid: string }>(
      `SELECT root_uuid AS "rootUuid" FROM submission WHERE id = ANY($1)
       UNION ALL SELECT root_uuid FROM deleted_submission WHERE id = ANY($1)`,
      [ids],
    );
    expect(rows).toHaveLength(new Set(ids).size);
    return rows.map(({ rootUuid }) => rootUuid);
  }

  private hasSeen(viewer: string, rootUuid: string): boolean {
    const villages = VIEWERS[viewer];
    return villages === undefined || villages.some((each) => this.everSent.get(rootUuid)?.has(each) === true);
  }

  private remember(uuid: string, village: string, status: string | undefined): void {
    const day = new Date(this.now).toISOString().slice(0, 10);
    const villages = new Set([village]);
    this.model.set(uuid, { rootUuid: uuid, uuid, village, status, day, villages });
    this.everSent.set(uuid, villages);
  }

  private xml(uuid: string, village: string, deprecates?: string): string {
    const answers = `<village>${village}</village>`;
    return instanceXml(this.survey.uid, { uuid, answers, ...(deprecates !== undefined && { deprecates }) });
  }

  private path(suffix: string): string {
    return `/api/v2/assets/${this.survey.uid}/${suffix}`;
  }
}

function toShape({ _uuid: uuid, village, _validation_status: { uid: status } }: Row) {
  return { uuid, village, status };
}

function byUuid(one: { uuid: string }, other: { uuid: string }): number {
  return one.uuid < other.uuid ? -1 : 1;
}
