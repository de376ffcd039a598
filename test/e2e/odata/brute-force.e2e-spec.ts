import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Random, testSeed } from '../../fixtures/random';
import {
  answersXml,
  CONTENTS,
  type ExpectedRow,
  expectedRows,
  type SubmissionModel,
  makeAnswers,
} from './brute-force-odata';
import { ANSWERS, sorted, startOf } from './brute-force-queries';

const isLong = process.env['TEST_PROFILE'] === 'long';
const SUBMISSIONS = isLong ? 100 : 24;
const QUESTIONS = isLong ? 200 : 40;

interface Page {
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
  readonly value: readonly Record<string, unknown>[];
}

describe('the OData service beside a brute-force implementation', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let uid: string;
  const made: SubmissionModel[] = [];

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { content: CONTENTS[0]! }));
    for (const version of [0, 1] as const) {
      if (version === 1) await deployNext();
      for (let count = 0; count < SUBMISSIONS / 2; count += 1) {
        const answers = makeAnswers(random, version);
        await submit(app, uid, { answers: answersXml(answers) });
        made.push(answers);
      }
    }
  });
  afterAll(() => app.stop());

  async function deployNext(): Promise<void> {
    const asset = `/api/v2/assets/${uid}/`;
    const { body } = await app.as('owner').patch(asset).send({ content: CONTENTS[1] }).expect(200);
    const { version_id: version } = body as { version_id: string };
    await app
      .as('owner')
      .patch(`${asset}deployment/`)
      .send({ version_id: version, active: true })
      .expect(200);
  }

  async function readAll(set: string, options: Record<string, string>, pageSize: number) {
    const rows: Record<string, unknown>[] = [];
    let count: number | undefined;
    let url: URL | undefined = new URL(
      `${app.origin}/api/v2/assets/${uid}/odata/${set}?${new URLSearchParams(options).toString()}`,
    );
    while (url !== undefined) {
      const response = await app
        .as('owner')
        .get(url.pathname + url.search)
        .set('Prefer', `odata.maxpagesize=${pageSize}`)
        .expect(200);
      // Integers beyond the JavaScript range stay text.
      const page = JSON.parse(response.text.replace(/:(-?\d{16,})(?=[,}])/g, ':"$1"')) as Page;
      expect(page.value.length).toBeLessThanOrEqual(pageSize);
      rows.push(...page.value);
      expect(rows.length).toBeLessThan(made.length * 20);
      count = page['@odata.count'];
      url = page['@odata.nextLink'] === undefined ? undefined : new URL(page['@odata.nextLink']);
    }
    return { rows, count };
  }

  const keyOf = (row: Readonly<Record<string, unknown>>): string =>
    JSON.stringify([row['_submission_id'] ?? row['_id'], row['_index'] ?? 0]);

  const SETS = ['Submissions', 'visit', 'pump'] as const;

  it.each(SETS)('%s has the values of every type', async (set) => {
    const { rows } = await readAll(set, {}, 7);
    const expected = expectedRows(set, made).map(({ values, keys }) => ({ ...keys, ...values }));
    expect(expected.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(expected.length);
    rows.forEach((row, index) => expect(row).toMatchObject(expected[index]!));
  });

  it('filters, sorts, counts and pages the same', async () => {
    for (let question = 0; question < QUESTIONS; question += 1) {
      const set = random.pick(SETS);
      const { text, holds } = random.chance(0.2) ? startOf(set) : ANSWERS.condition(random, set, 3);
      const order = ANSWERS.order(random, set);
      const skip = random.between(0, 3);
      const options = {
        ...(text !== '' && { $filter: text }),
        ...(order.length > 0 && {
          $orderby: order.map(({ name, descending }) => `${name}${descending ? ' desc' : ''}`).join(),
        }),
        ...(skip > 0 && { $skip: String(skip) }),
        $count: 'true',
        ...(random.chance(0.3) && { $top: String(random.between(1, 8)) }),
      };
      const all = sorted(expectedRows(set, made).filter(holds), order);
      const top = '$top' in options ? Number(options.$top) : Infinity;
      const expected = all.slice(skip, skip + top).map(({ keys }: ExpectedRow) => keyOf(keys));
      const { rows, count } = await readAll(set, options, random.between(2, 9));
      expect({ set, options, count, rows: rows.map(keyOf) }).toEqual({
        set,
        options,
        count: all.length,
        rows: expected,
      });
      const counted = await app
        .as('owner')
        .get(
          `/api/v2/assets/${uid}/odata/${set}/$count?${new URLSearchParams(text === '' ? {} : { $filter: text }).toString()}`,
        )
        .expect(200);
      expect(counted.text).toBe(String(all.length));
    }
  });
});
