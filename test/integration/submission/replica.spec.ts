import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';
import { printedSeed, Random } from '../../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
const WRITERS = 8;
const EACH = FULL ? 250 : 10;

if (FULL) jest.setTimeout(20 * 60_000);

interface Row {
  readonly _id: number;
}

interface Feed {
  readonly token: string;
  readonly results: readonly {
    readonly _id: number;
    readonly kind: string;
    readonly submission: Row | null;
  }[];
}

describe('a replica that is fed by changes alone', () => {
  const seed = printedSeed('replica');
  let app: TestApp;
  let survey: AssetJson;
  const replica = new Map<number, Row>();
  /** What the feed told of each submission, and what was done with each, in its order. */
  const told = new Map<number, string[]>();
  const done: string[][] = [];
  let token = '';

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
  });
  afterAll(() => app.stop());

  const path = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;

  /** One question to the feed. @returns how many changes came */
  async function follow(): Promise<number> {
    const query = token === '' ? '?limit=20' : `?limit=20&since=${token}`;
    const { body } = (await app
      .as('owner')
      .get(path(`data/changes/${query}`))
      .expect(200)) as { body: Feed };
    for (const { _id: id, kind, submission: row } of body.results) {
      told.set(id, [...(told.get(id) ?? []), kind]);
      if (row === null) replica.delete(id);
      else replica.set(id, row);
    }
    token = body.token;
    return body.results.length;
  }

  /** Adds, edits, judges and removes what it has added itself. */
  async function write(random: Random): Promise<void> {
    const own: { root: string; uuid: string; kinds: string[] }[] = [];
    for (let count = 0; count < EACH; count += 1) {
      const one = own.length > 0 && random.chance(0.5) ? random.pick(own) : undefined;
      if (one === undefined) {
        const uuid = randomUUID();
        await submission(app.as('owner'), instanceXml(survey.uid, { uuid })).expect(201);
        const kinds = ['created'];
        own.push({ root: uuid, uuid, kinds });
        done.push(kinds);
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

  /** Opens transactions that write and stay open while others begin and end, until told to stop. */
  async function holdOpen(random: Random, state: { isOver: boolean }): Promise<void> {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('CREATE TABLE IF NOT EXISTS held (n integer)');
      while (!state.isOver) {
        await client.query('BEGIN');
        await client.query('INSERT INTO held VALUES (1)');
        for (let questions = random.between(1, 5); questions > 0 && !state.isOver; questions -= 1)
          await follow();
        await client.query(random.chance(0.5) ? 'COMMIT' : 'ROLLBACK');
        await follow();
      }
    } finally {
      await client.end();
    }
  }

  it('equals the source, with 8 writers and transactions that stay open', async () => {
    const state = { isOver: false };
    const held = holdOpen(new Random(seed), state);
    const writers = Array.from({ length: WRITERS }, (_, index) => write(new Random(seed + index + 1)));
    await Promise.all(writers);
    state.isOver = true;
    await held;
    await changesSettled(app);
    while ((await follow()) > 0);

    const source: Row[] = [];
    const { body } = await app.as('owner').get(path('data/')).expect(200);
    source.push(...(body as { results: Row[] }).results);
    expect(source).toHaveLength((body as { count: number }).count);
    expect([...replica.values()].sort((one, other) => one._id - other._id)).toEqual(source);
    // Every change once, and of each submission in the order in which it was made.
    const words = (kinds: Iterable<string[]>): string[] => [...kinds].map((each) => each.join()).sort();
    expect(words(told.values())).toEqual(words(done));
  });
});
