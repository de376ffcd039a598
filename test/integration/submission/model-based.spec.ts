import { randomUUID } from 'node:crypto';
import { Clock } from '../../../src/config/clock';
import { SubmissionTallyService } from '../../../src/modules/submission/submission-tally.service';
import { type AssetJson, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';
import { printedSeed, Random } from '../../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
const OPERATIONS = FULL ? 2_000 : 60;
const SEEDS = FULL ? 10 : 1;
/** After so many operations everybody looks. */
const LOOK_EVERY = FULL ? 50 : 15;
const PAGE = FULL ? 50 : 7;
const DAY_MS = 86_400_000;

if (FULL) jest.setTimeout(60 * 60_000);

/** A submission as it must be. */
interface Expected {
  readonly rootUuid: string;
  uuid: string;
  village: string;
  verdict: string | undefined;
  readonly day: string;
}

interface Row {
  readonly _id: number;
  readonly _uuid: string;
  readonly village?: string;
  readonly _validation_status: { readonly uid?: string };
}

interface Feed {
  readonly token: string;
  readonly next: string | null;
  readonly results: readonly { readonly _id: number; readonly submission: Row | null }[];
}

const VILLAGES = ['north', 'south', 'west'];
const VERDICTS = ['validation_status_approved', 'validation_status_on_hold'];
/** Users, and the villages whose submissions they see; undefined: all. */
const VIEWERS: Readonly<Record<string, readonly string[] | undefined>> = {
  owner: undefined,
  northerner: ['north'],
  southerner: ['south', 'west'],
};

describe('random operations, against a model', () => {
  let app: TestApp;
  const first = printedSeed('model-based');

  beforeAll(async () => {
    app = await startApp({ environment: { MAX_PAGE_SUBMISSIONS: String(PAGE) } });
    for (const username of Object.keys(VIEWERS)) await app.addUser(username);
  });
  afterAll(() => app.stop());

  it.each(Array.from({ length: SEEDS }, (_, index) => first + index))('seed %i', async (seed) => {
    await new Run(app, new Random(seed)).play();
  });
});

/** One form with its model. */
class Run {
  private readonly model = new Map<string, Expected>();
  /** What each viewer has put together from the feed alone. */
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
      if (count % LOOK_EVERY === 0) for (const viewer of Object.keys(VIEWERS)) await this.look(viewer);
    }
    clock.mockRestore();
  }

  private async operate(): Promise<void> {
    const known = [...this.model.values()];
    const kind = this.random.pick([
      'add',
      'add',
      'add',
      'edit',
      'remove',
      'judge',
      'bulk',
      'copy',
      'day',
    ] as const);
    if (kind === 'day') {
      this.now += DAY_MS;
      if (this.random.chance(0.5)) await this.app.nest.get(SubmissionTallyService).fold();
      return;
    }
    if (kind === 'add' || known.length === 0) return this.add();
    const one = this.random.pick(known);
    if (kind === 'edit') return this.edit(one);
    if (kind === 'remove') return this.remove(one);
    if (kind === 'judge') return this.judge(one);
    return kind === 'copy' ? this.copy(one) : this.bulk();
  }

  private async add(): Promise<void> {
    const uuid = randomUUID();
    const village = this.random.pick(VILLAGES);
    await submission(this.app.as('owner'), this.xml(uuid, village)).expect(201);
    this.keep(uuid, village, undefined);
  }

  private async edit(one: Expected): Promise<void> {
    const uuid = randomUUID();
    const village = this.random.pick(VILLAGES);
    await submission(this.app.as('owner'), this.xml(uuid, village, one.uuid)).expect(201);
    Object.assign(one, { uuid, village });
  }

  private async remove({ rootUuid }: Expected): Promise<void> {
    await this.app
      .as('owner')
      .delete(this.path(`data/${rootUuid}/`))
      .expect(204);
    this.model.delete(rootUuid);
  }

  private async judge(one: Expected): Promise<void> {
    const verdict = this.random.pick(VERDICTS);
    const body = { 'validation_status.uid': verdict };
    await this.app
      .as('owner')
      .patch(this.path(`data/${one.rootUuid}/validation_status/`))
      .send(body)
      .expect(200);
    one.verdict = verdict;
  }

  private async copy({ rootUuid, village }: Expected): Promise<void> {
    const { body } = await this.app
      .as('owner')
      .post(this.path(`data/${rootUuid}/duplicate/`))
      .expect(201);
    this.keep((body as Row)._uuid, village, undefined);
  }

  private async bulk(): Promise<void> {
    const village = this.random.pick(VILLAGES);
    const meant = [...this.model.values()].filter((each) => each.village === village);
    if (meant.length === 0) return;
    const payload = { query: { village }, 'validation_status.uid': this.random.pick(VERDICTS) };
    await this.app.as('owner').patch(this.path('data/validation_statuses/')).send({ payload }).expect(200);
    for (const one of meant) one.verdict = payload['validation_status.uid'];
  }

  /** Everything that a viewer is told must be what the model says. */
  private async look(viewer: string): Promise<void> {
    const villages = VIEWERS[viewer];
    const expected = [...this.model.values()].filter(
      ({ village }) => villages === undefined || villages.includes(village),
    );
    const shape = expected.map(({ uuid, village, verdict }) => ({ uuid, village, verdict })).sort(byUuid);
    const rows = await this.pages(viewer);
    expect(rows.map(told).sort(byUuid)).toEqual(shape);
    await this.follow(viewer);
    expect([...this.replicas.get(viewer)!.rows.values()].map(told).sort(byUuid)).toEqual(shape);

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

  /** Puts what the feed tells in the place of what was there. */
  private async follow(viewer: string): Promise<void> {
    const replica = this.replicas.get(viewer) ?? { token: '', rows: new Map<number, Row>() };
    this.replicas.set(viewer, replica);
    await changesSettled(this.app);
    for (;;) {
      const since = replica.token === '' ? '' : `?since=${replica.token}`;
      const { body } = (await this.app
        .as(viewer)
        .get(this.path(`data/changes/${since}`))
        .expect(200)) as {
        body: Feed;
      };
      for (const { _id: id, submission: row } of body.results) {
        if (row === null) replica.rows.delete(id);
        else replica.rows.set(id, row);
      }
      replica.token = body.token;
      if (body.next === null) return;
    }
  }

  private keep(uuid: string, village: string, verdict: string | undefined): void {
    const day = new Date(this.now).toISOString().slice(0, 10);
    this.model.set(uuid, { rootUuid: uuid, uuid, village, verdict, day });
  }

  private xml(uuid: string, village: string, deprecates?: string): string {
    const answers = `<village>${village}</village>`;
    return instanceXml(this.survey.uid, { uuid, answers, ...(deprecates !== undefined && { deprecates }) });
  }

  private path(below: string): string {
    return `/api/v2/assets/${this.survey.uid}/${below}`;
  }
}

function told({ _uuid: uuid, village, _validation_status: { uid: verdict } }: Row) {
  return { uuid, village, verdict };
}

function byUuid(one: { uuid: string }, other: { uuid: string }): number {
  return one.uuid < other.uuid ? -1 : 1;
}
