import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { filterSql } from '../../../src/database/query/filter-sql';
import { SqlParameters } from '../../../src/database/query/sql-parameters';
import { submissionFieldSql } from '../../../src/database/query/submission-field-sql';
import type { Filter, MemberField, Operand } from '../../../src/domain/query/filter';
import type { SubmissionField } from '../../../src/domain/query/submission-field';
import { prefixedUuid } from '../../../src/domain/submission/instance-id';
import { submissionTime } from '../../../src/domain/submission/submission-json';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { evaluate, type FieldValue } from '../../support/evaluate-filter';

interface Row {
  readonly id: number;
  readonly uuid: string;
  readonly rootUuid: string;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
}

const ROWS = 80;

/** Few enough that random filters hit random rows, odd enough to tell order, case and type. */
const TEXTS = [
  '',
  'a',
  'B',
  'é',
  'É',
  '9',
  '34',
  '120',
  '-5',
  '0.25',
  '1e2',
  '+7',
  'NaN',
  'line\nend',
  '%',
  '_',
  '\\',
  '🌍',
  '[]',
];
const PATHS = ['village', 'pump/depth', 'user', 'a.b', "it's", '"', '$x', 'nobody'];
const NAMES = ['user/who', 'user/visit', 'other'];

const text = fc.constantFrom(...TEXTS);
const element = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(text, fc.constantFrom([], ['x'], [{ other: '9' }])),
);
const answers = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.oneof({ weight: 3, arbitrary: text }, fc.array(element, { maxLength: 3 })),
);
const status = fc.constantFrom({}, { uid: 'approved', timestamp: 12 }, { uid: 'on_hold', timestamp: 34 });
const row = fc.record({
  uuid: fc.constantFrom('u1', 'u2', 'ns:3'),
  submittedBy: fc.constantFrom('ann', 'Ben', null),
  submittedAt: fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2026-01-01T00:00:05Z'),
    noInvalidDate: true,
  }),
  answers,
  status,
});

const operand: fc.Arbitrary<Operand> = fc.oneof(
  text,
  fc.constantFrom('u1', 'uuid:r1', 'ann', 'BEN', 'approved', '2026-01-01T00:00:02'),
  fc.constantFrom(9, 34, 120, -5, 0.25, 100, 7, 12, 3),
  fc.boolean(),
);
const field: fc.Arbitrary<SubmissionField> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATHS).map((path) => ({ source: 'answer', path }) as const) },
  fc
    .constantFrom('id', 'uuid', 'rootUuid', 'submittedBy', 'submittedAt')
    .map((column) => ({ source: 'column', column }) as const),
  fc
    .constantFrom(
      ['_validation_status', 'uid'],
      ['_validation_status', 'timestamp'],
      ['_status'],
      ['nothing'],
    )
    .map((path) => ({ source: 'system', path }) as const),
);
const member: fc.Arbitrary<MemberField> = fc
  .oneof(
    fc.constantFrom(...NAMES).map((name) => [name]),
    fc.constant([]),
  )
  .map((path) => ({ source: 'member', path }));

function leafOf<Field>(fields: fc.Arbitrary<Field>): fc.Arbitrary<Filter<Field>> {
  // An id is bound as a whole number; the readers of queries see to it.
  const operandFor = (asked: Field): fc.Arbitrary<Operand> =>
    operand.map((value) =>
      (asked as { column?: string }).column === 'id' && typeof value === 'number' ? Math.trunc(value) : value,
    );
  return fields.chain((asked) =>
    fc.oneof(
      fc.record({
        kind: fc.constant('compare' as const),
        field: fc.constant(asked),
        relation: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'),
        value: operandFor(asked),
      }),
      fc.record({
        kind: fc.constant('in' as const),
        field: fc.constant(asked),
        values: fc.array(operandFor(asked), { maxLength: 4 }),
      }),
      fc.constant({ kind: 'exists' as const, field: asked }),
      fc.record({
        kind: fc.constant('matches' as const),
        field: fc.constant(asked),
        pattern: fc.record({
          source: fc.constantFrom('^a', 'e.e', '^end$', 'é|9', '[0-9]{2,3}', '', 'b$'),
          ignoreCase: fc.boolean(),
          multiline: fc.boolean(),
          dotAll: fc.boolean(),
          spaced: fc.constant(false),
        }),
      }),
      fc.record({
        kind: fc.constant('search' as const),
        field: fc.constant(asked),
        text,
        at: fc.constantFrom('anywhere', 'start', 'end', 'whole'),
        ignoreCase: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('length' as const), field: fc.constant(asked), length: fc.nat(2) }),
    ),
  );
}

function treeOf<Field>(leaf: fc.Arbitrary<Filter<Field>>): fc.Arbitrary<Filter<Field>> {
  return fc.letrec<{ tree: Filter<Field> }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'filter' },
      leaf,
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        of: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'filter' }),
      }),
      fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    ),
  })).tree;
}

const insideElement = treeOf(
  fc.oneof(
    leafOf(member),
    fc.record({ kind: fc.constant('some' as const), field: member, where: leafOf(member) }),
  ),
);
const filter = treeOf(
  fc.oneof(
    { weight: 3, arbitrary: leafOf(field) },
    fc.record({ kind: fc.constant('some' as const), field, where: insideElement }),
  ),
);

function fieldOf(stored: Row) {
  return (asked: SubmissionField): FieldValue => {
    switch (asked.source) {
      case 'answer':
        return { value: stored.answers[asked.path], isJson: true };
      case 'system': {
        let value: unknown = stored.json;
        for (const name of asked.path) value = (value as Record<string, unknown>)?.[name];
        return { value, isJson: true };
      }
      case 'column':
        return { value: columnOf(stored, asked.column), isJson: false };
    }
  };
}

function columnOf(stored: Row, column: 'id' | 'uuid' | 'rootUuid' | 'submittedBy' | 'submittedAt'): unknown {
  if (column === 'submittedAt') return submissionTime(stored.submittedAt);
  return column === 'rootUuid' ? prefixedUuid(stored.rootUuid) : stored[column];
}

describe('a filter on submissions', () => {
  let app: TestApp;
  let database: DataSource;
  let assetId: number;
  let rows: Row[];

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const { uid } = await makeDeployedAsset(app);
    [{ id: assetId }] = (await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid])) as [
      { id: number },
    ];
    const made = fc.sample(row, { numRuns: ROWS, seed: 7 });
    rows = made.map(({ status: _validation_status, ...each }, index) => ({
      ...each,
      id: index + 1,
      rootUuid: index % 5 === 0 ? `ns:${index}` : `r${index}`,
      json: { _id: index + 1, ...each.answers, _status: 'submitted_via_web', _validation_status },
    }));
    database = await createDataSource(app.databaseUrl, 1).initialize();
    for (const each of rows) {
      await database.query(
        `INSERT INTO submission VALUES ($1, $2, $3, $4, ''::bytea, 0, NULL, $5, $6, $6, $7, $8, '')`,
        [
          assetId,
          each.id,
          each.rootUuid,
          each.uuid,
          each.submittedBy,
          each.submittedAt,
          JSON.stringify(each.answers),
          JSON.stringify(each.json),
        ],
      );
    }
  });
  afterAll(async () => {
    await database.destroy();
    await app.stop();
  });

  it('holds in the database for the rows for which it holds value by value', async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (tree) => {
        const parameters = new SqlParameters(assetId);
        const sql = `SELECT id FROM submission WHERE asset_id = $1 AND ${filterSql(tree, submissionFieldSql, parameters)} ORDER BY id`;
        const found = await database.query<{ id: number }[]>(sql, parameters.values);
        const expected = rows.filter((each) => evaluate(tree, fieldOf(each))).map(({ id }) => id);
        held += expected.length;
        expect(found.map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 300, seed: 11 },
    );
    // Neither all nor none: the filters do tell rows apart.
    expect(held / (300 * ROWS)).toBeGreaterThan(0.1);
    expect(held / (300 * ROWS)).toBeLessThan(0.9);
  });
});
