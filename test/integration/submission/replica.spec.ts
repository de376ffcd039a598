import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';
import { Random, testSeed } from '../../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
const WRITERS = 8;
const OPERATIONS_PER_WRITER = LONG ? 250 : 10;

if (LONG) jest.setTimeout(20 * 60_000);

interface Row {
  readonly _id: number;
}

interface ChangeList {
  readonly token: string;
  readonly results: readonly {
    readonly _id: number;
    readonly kind: string;
    readonly submission: Row | null;
  }[];
}

describe('a replica built from changes only', () => {
  const seed = testSeed();
  let app: TestApp;
  let survey: AssetJson;
  const replica = new Map<number, Row>();
  /** Changes received and operations made per submission, in order. */
  const received = new Map<number, string[]>();
  const performed: string[][] = [];
  let token = '';

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
  });
  afterAll(() => app.stop());

  const path = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;

  /** Applies one page of changes. @returns their number */
  async function applyChanges(): Promise<number> {
    const query = token === '' ? '?limit=20' : `?limit=20&since=${token}`;
    const { body } = (await app
      .as('owner')
      .get(path(`data/changes/${query}`))
      .expect(200)) as { body: ChangeList };
    for (const { _id: id, kind, submission: row } of body.results) {
      received.set(id, [...(received.get(id) ?? []), kind]);
      if (row === null) replica.delete(id);
      else replica.set(id, row);
    }
    token = body.token;
    return body.results.length;
  }

  async function write(random: Random): Promise<void> {
    const own: { root: string; uuid: string; kinds: string[] }[] = [];
    for (let count = 0; count < OPERATIONS_PER_WRITER; count += 1) {
      const one = own.length > 0 && random.chance(0.5) ? random.pick(own) : undefined;
      if (one === undefined) {
        const uuid = randomUUID();
        await submission(app.as('owner'), instanceXml(survey.uid, { uuid })).expect(201);
        const kinds = ['created'];
        own.push({ root: uuid, uuid, kinds });
        performed.push(kinds);
      } else if (random.chance(0.4)) {
        const uuid = randomUUID();
        const answers = `<person><name>${uuid}</name></person>`;
        const xml = instanceXml(survey.uid, { uuid, answers, deprecates: one.uuid });
        await submission(app.as('owner'), xml).expect(201);
        one.uuid = uuid;
        one.kinds.push('edited');
      } else if (random.chance(0.5)) {
        const body = { 'validation_status.uid': 'validation_status_approved' };
        await app
          .as('owner')
          .patch(path(`data/${one.root}/validation_status/`))
          .send(body)
          .expect(200);
        one.kinds.push('validation_status');
      } else {
        await app
          .as('owner')
          .delete(path(`data/${one.root}/`))
          .expect(204);
        one.kinds.push('deleted');
        own.splice(own.indexOf(one), 1);
      }
    }
  }

  /** Holds write transactions open while others begin and end, until stopped. */
  async function holdOpen(random: Random, state: { isDone: boolean }): Promise<void> {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('CREATE TABLE IF NOT EXISTS held (n integer)');
      while (!state.isDone) {
        await client.query('BEGIN');
        await client.query('INSERT INTO held VALUES (1)');
        for (let pages = random.between(1, 5); pages > 0 && !state.isDone; pages -= 1) await applyChanges();
        await client.query(random.chance(0.5) ? 'COMMIT' : 'ROLLBACK');
        await applyChanges();
      }
    } finally {
      await client.end();
    }
  }

  it('equals the source with 8 writers and long transactions', async () => {
    const state = { isDone: false };
    const transactions = holdOpen(new Random(seed), state);
    const writers = Array.from({ length: WRITERS }, (_, index) => write(new Random(seed + index + 1)));
    await Promise.all(writers);
    state.isDone = true;
    await transactions;
    await changesSettled(app);
    while ((await applyChanges()) > 0);

    const source: Row[] = [];
    const { body } = await app.as('owner').get(path('data/')).expect(200);
    source.push(...(body as { results: Row[] }).results);
    expect(source).toHaveLength((body as { count: number }).count);
    expect([...replica.values()].sort((one, other) => one._id - other._id)).toEqual(source);
    // Every change once, and in order per submission.
    const sorted = (kinds: Iterable<string[]>): string[] => [...kinds].map((each) => each.join()).sort();
    expect(sorted(received.values())).toEqual(sorted(performed));
  });
});
