import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';

const NAMES = ['a', 'b', 'c', 'd'];
/** Enough questions to be counted in two halves. */
const MORE = Array.from({ length: 14 }, (_, n) => `more_${n}`);
const CONTENT = {
  survey: [
    ...MORE.map((name) => ({ type: 'select_one list', name, label: name })),
    { type: 'select_one list', name: 'one', label: 'one' },
    { type: 'select_multiple list', name: 'many', label: 'many' },
    { type: 'decimal', name: 'number', label: 'number' },
    { type: 'text', name: 'text', label: 'text' },
    { type: 'begin_repeat', name: 'rep', label: 'rep' },
    { type: 'integer', name: 'inner_number', label: 'inner_number' },
    { type: 'select_multiple list', name: 'inner_many', label: 'inner_many' },
    { type: 'end_repeat' },
  ],
  choices: NAMES.map((name) => ({ list_name: 'list', name, label: name })),
};
const NUMBERS = ['1', '2', '2.0', '-3.5', '1e2', 'nan', 'inf', 'x', '1e999', ' 4 ', '0.1'];

/** Answers of one submission; those in the repeat are many. */
interface Answers {
  readonly one?: string;
  readonly many?: string;
  readonly number?: string;
  readonly text?: string;
  readonly [more: `more_${number}`]: string;
  readonly rep: readonly { readonly inner_number?: string; readonly inner_many?: string }[];
}

function generate(random: Random): Answers {
  const maybe = (value: string): string | undefined => (random.chance(0.7) ? value : undefined);
  const several = (): string =>
    Array.from({ length: random.between(1, 4) }, () => random.pick(NAMES)).join(random.pick([' ', '  ']));
  return JSON.parse(
    JSON.stringify({
      one: maybe(random.pick(NAMES)),
      many: maybe(several()),
      number: maybe(random.pick(NUMBERS)),
      // Some values repeat, and the single ones exceed the number that is listed.
      text: maybe(`text ${random.between(1, random.chance(0.2) ? 20 : 100_000)}`),
      ...Object.fromEntries(MORE.map((name) => [name, maybe(random.pick(NAMES))])),
      rep: Array.from({ length: random.between(0, 3) }, () => ({
        inner_number: maybe(random.pick(NUMBERS)),
        inner_many: maybe(several()),
      })),
    }),
  ) as Answers;
}

const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;
const xmlOf = ({ rep, ...top }: Answers): string =>
  [
    ...Object.entries(top).map(([name, text]) => element(name, text)),
    ...rep.map(
      (each) =>
        `<rep>${Object.entries(each)
          .map(([name, text]) => element(name, text))
          .join('')}</rep>`,
    ),
  ].join('');

const answersTo = (rows: readonly Answers[], name: string): string[][] =>
  rows.map((row) =>
    [row, ...row.rep].flatMap((record) => (record as Readonly<Record<string, string>>)[name] ?? []),
  );
const numbersOf = (texts: readonly string[]): number[] =>
  texts
    .filter((text) => text.trim() !== '')
    .map(Number)
    .filter(Number.isFinite);
const wholeNumbersOf = (texts: readonly string[]): number[] =>
  numbersOf(texts.filter((text) => /^\s*[-+]?\d+\s*$/.test(text)));
const tokensOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(' ')).filter((token) => token !== '');

function histogram(perRow: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of perRow.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('a report', () => {
  const seed = testSeed();
  let app: TestApp;
  let uid: string;
  const rows: Answers[] = [];

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'partial']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
    await grantPartially(app, uid, 'partial', { view_submissions: [{ one: 'a' }] });
    const random = new Random(seed);
    for (let count = 0; count < 250; count += 1) {
      const row = generate(random);
      rows.push(row);
      await submit(app, uid, { answers: xmlOf(row) });
    }
  });
  afterAll(() => app.stop());

  it.each([
    ['owner', (): boolean => true],
    ['partial', ({ one }: Answers): boolean => one === 'a'],
  ])(`matches a plain count, for %s (seed ${seed})`, async (caller, sees) => {
    const seen = rows.filter(sees);
    const { body } = await app.as(caller).get(`/api/v2/assets/${uid}/reports/`).expect(200);
    const list = body.list as { name: string; data: Record<string, unknown> }[];
    const dataOf = (name: string) => list.find((each) => each.name === name)!.data;
    for (const { name, data } of list) {
      expect(data['total_count']).toBe(seen.length);
      expect((data['provided'] as number) + (data['not_provided'] as number)).toBe(seen.length);
      // A choice that is repeated in one answer counts as chosen twice.
      if (name === 'many') continue;
      for (const frequency of (data['frequencies'] ?? []) as number[])
        expect(frequency).toBeLessThanOrEqual(seen.length);
    }
    for (const name of ['one', 'many', 'inner_many', 'text', ...MORE]) {
      const answers = answersTo(seen, name);
      const counted = {
        many: () => answers.map(tokensOf),
        inner_many: () => answers.map((texts) => [...new Set(tokensOf(texts))]),
      }[name];
      const counts = histogram(counted?.() ?? answers);
      const { provided, responses, frequencies } = dataOf(name) as {
        provided: number;
        responses: string[];
        frequencies: number[];
      };
      expect(provided).toBe(answers.filter((each) => each.length > 0).length);
      const listed = [...counts]
        .sort(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1))
        .slice(0, 100);
      expect(responses).toEqual(listed.map(([value]) => value));
      expect(frequencies).toEqual(listed.map(([, submissions]) => submissions));
    }
    for (const name of ['number', 'inner_number']) {
      const perRow = answersTo(seen, name).map(name === 'number' ? numbersOf : wholeNumbersOf);
      const all = perRow.flat().sort((one, other) => one - other);
      const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
      const middle = (all[Math.floor((all.length - 1) / 2)]! + all[Math.floor(all.length / 2)]!) / 2;
      const spread = Math.sqrt(all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (all.length - 1));
      const counts = [...histogram([all.map(String)])].sort((one, other) => other[1] - one[1]);
      const mode = counts.length === 1 || counts[0]![1] > counts[1]![1] ? Number(counts[0]![0]) : '*';
      expect(dataOf(name)).toMatchObject({
        provided: perRow.filter((each) => each.length > 0).length,
        median: expect.closeTo(middle, 9) as number,
        mean: expect.closeTo(mean, 9) as number,
        stdev: expect.closeTo(spread, 9) as number,
        mode,
      });
    }
  });

  it.each(['', '&names=many,number'])(
    'grouped by a question has parts that add up to the whole%s',
    async (names) => {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/reports/?split_by=one${names}`);
      const list = body.list as {
        name: string;
        data: { provided: number; values: [string, Record<string, unknown>][] };
      }[];
      const counted = list.filter(({ name }) => name === 'many' || MORE.includes(name));
      expect(counted).toHaveLength(names === '' ? MORE.length + 1 : 1);
      for (const { name, data } of counted) {
        for (const [value, { responses, frequencies }] of data.values) {
          const expected = (responses as string[]).map(
            (answer) =>
              answersTo(
                rows.filter((row) => row.one === answer),
                name,
              )
                .flatMap(tokensOf)
                .filter((token) => token === value).length,
          );
          expect(frequencies).toEqual(expected);
        }
      }
      const number = list.find(({ name }) => name === 'number');
      for (const [answer, { mean }] of number!.data.values) {
        const all = rows.filter((row) => row.one === answer).flatMap((row) => numbersOf([row.number ?? '']));
        expect(mean).toBeCloseTo(all.reduce((sum, each) => sum + each, 0) / all.length, 9);
      }
    },
  );
});
