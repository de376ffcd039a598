import { type AssetJson, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

const SUBMISSIONS = 3000;
const TEXTS = ['once', 'twice', 'often', 'rare', 'short', 'unique', 'pair'];
const CONTENT = {
  survey: [
    { type: 'select_one part', name: 'part', label: 'part' },
    ...TEXTS.map((name) => ({ type: 'text', name, label: name })),
    { type: 'integer', name: 'number', label: 'number' },
  ],
  choices: ['a', 'b'].map((name) => ({ list_name: 'part', name, label: name })),
};
/** Long enough for their number in memory to matter. */
const ANSWERS = `jsonb_build_object(
  'part', CASE WHEN n % 3 = 0 THEN 'a' ELSE 'b' END,
  -- Nearly all differ: some were given two or three times.
  'once', repeat('told ', 300) || CASE WHEN n <= 15 THEN n % 5 WHEN n <= 95 THEN 100 + n % 40 ELSE n * 7919 % 100003 END,
  'twice', repeat('told ', 700) || n / 2,
  -- More than are listed were given often, and of the rest none is.
  'often', repeat('told ', 500) || CASE WHEN n <= 1200 THEN 'often ' || n % 120 ELSE 'a' || n END,
  'rare', CASE WHEN n % 50 = 0 THEN repeat('told ', 20000) || n ELSE '' END,
  'short', 'short ' || n % 300,
  'unique', repeat('told ', 300) || n * 7919 % 100003,
  'pair', CASE WHEN n % 10 = 0 THEN '' ELSE repeat('told ', 400) || n END,
  'number', (n % 90)::text)`;
/** A pair of equal texts, one of them outside of the first sample. */
const PAIR = `UPDATE submission SET answers = answers || jsonb_build_object('pair', repeat('told ', 400) || 'pair')
  WHERE id IN (SELECT min(id) FROM submission GROUP BY hashint8(id) % (1 + ${SUBMISSIONS} / 2000) = 0)`;

describe('a report of long distinct texts', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const name of ['owner', 'partial']) await app.addUser(name);
    survey = await makeDeployedAsset(app, { content: CONTENT });
    await grantPartially(app, survey.uid, 'partial', { view_submissions: [{ part: 'a' }] });
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT asset.id, nextval('submission_id_seq'), uuid, uuid, sha256(uuid::bytea), now(), now(), ${ANSWERS}, '{}', ''
         FROM asset, (SELECT n, gen_random_uuid()::text AS uuid FROM generate_series(1, ${SUBMISSIONS}) AS n) AS numbered
        WHERE asset.uid = $1`,
      [survey.uid],
    );
    expect(await app.rows(`${PAIR} RETURNING id`)).toHaveLength(2);
  });
  afterAll(() => app.stop());

  const dataOf = async (
    caller: string,
    name: string,
    query = '',
    at = app,
  ): Promise<Record<string, unknown>> => {
    const path = `/api/v2/assets/${survey.uid}/reports/?names=${name}${query}`;
    const { body } = await at.as(caller).get(path).expect(200);
    return (body as { list: { data: Record<string, unknown> }[] }).list[0]!.data;
  };
  const counted = (name: string, condition: string) =>
    app.rows<{ value: string; a: number; all: number }>(
      `SELECT answers ->> $2 AS value, count(*) FILTER (WHERE answers ->> 'part' = 'a')::int AS a, count(*)::int AS all
         FROM submission WHERE asset_id = (SELECT id FROM asset WHERE uid = $1) AND answers ->> $2 <> '' AND ${condition}
        GROUP BY 1 ORDER BY count(*) DESC, (answers ->> $2) COLLATE "C"`,
      [survey.uid, name],
    );

  describe.each(TEXTS)('given %s', (name) => {
    it.each([
      ['owner', 'true'],
      ['partial', `answers ->> 'part' = 'a'`],
    ])('lists for %s the same as a full count', async (caller, condition) => {
      const found = await counted(name, condition);
      const all = found.reduce((sum, each) => sum + each.all, 0);
      const data = await dataOf(caller, name);
      expect(data['provided']).toBe(all);
      expect(data['frequencies']).toEqual(found.slice(0, 100).map((each) => each.all));

      expect((data['responses'] as string[]).join('\n') === valuesOf(found).join('\n')).toBe(true);
    });

    it('lists the same when grouped', async () => {
      const found = (await counted(name, 'true')).slice(0, 100);
      const data = await dataOf('owner', name, '&split_by=part');
      const values = data['values'] as [string, { responses: string[]; frequencies: number[] }][];
      expect(values.map(([value]) => value).join('\n') === valuesOf(found).join('\n')).toBe(true);
      expect(values.map(([, { frequencies }]) => frequencies)).toEqual(
        found.map((each) => [each.a, each.all - each.a]),
      );
    });
  });

  it('uses hashes only where needed and counts questions with few values in one pass', async () => {
    const passes = async (names: string) => {
      const texts = await textsDuring(() => dataOf('owner', names, '', app.inProcess));
      return {
        ofHashes: texts.filter((text) => text.includes('array_agg(hashtextextended')).length,
        ofAnswers: texts.filter((text) => text.includes('value_count AS MATERIALIZED')).length,
      };
    };
    expect(await passes('short,number,part')).toEqual({ ofHashes: 0, ofAnswers: 1 });
    expect(await passes('short,number,part,once,often')).toEqual({ ofHashes: 1, ofAnswers: 1 });
  });

  it.each([
    ['number,unique,rare', '', 1],
    ['unique', '', 0],
    ['unique,pair', '', 1],
    ['unique,pair', '&split_by=part', 2],
  ])('of %s%s reads only repeated or grouped questions a second time', async (names, query, columns) => {
    const texts = await textsDuring(() => dataOf('owner', names, query, app.inProcess));
    const read = texts.filter((text) => text.includes('value_count AS MATERIALIZED'));
    expect(read).toHaveLength(1);
    expect(new Set(read[0]!.match(/\bq\d+\b/g)).size).toBe(columns);
  });

  it('charts the days and lists the values where all are distinct', async () => {
    const path = `/projects/${survey.uid}/reports/?names=unique`;
    const { text } = await app.as('owner').get(path).expect(200);
    expect([...text.matchAll(/<svg\s+class="chart (\w+)"/g)].map(([, kind]) => kind)).toEqual(['columns']);
    const found = await counted('unique', 'true');
    expect(text.match(/told \d+(?=<)/g)).toEqual(
      valuesOf(found).map((value) => /told \d+$/.exec(value)?.[0]),
    );
  });
});

function valuesOf(found: readonly { readonly value: string }[]): string[] {
  return found.slice(0, 100).map(({ value }) => value);
}
