import type { DataSource } from 'typeorm';
import fc from '../../fixtures/fast-check';
import { createDataSource } from '../../../ormconfig';
import { filterSql } from '../../../src/database/query/filter-sql';
import { SqlParameters } from '../../../src/database/query/sql-parameters';
import type { Operand } from '../../../src/domain/query/mongo-expression';
import type { SubmissionColumn, SubmissionField } from '../../../src/domain/query/submission-field';
import { submissionTime } from '../../../src/domain/submission/submission-json';
import { wireDate } from '../../../src/domain/text/wire-date';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { evaluate, type FieldValue } from '../../support/evaluate-filter';
import { filtersOf, text } from '../../support/filter-generator';
import { submissionFieldSql } from '../../../src/database/query/scope-sql';
import { prefixedUuid } from '../../../src/domain/submission/instance-document';

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

const PATHS = ['village', 'pump/depth', 'user', 'a.b', "it's", '"', '$x', 'unused'];
const NAMES = ['user/who', 'user/visit', 'other'];

/** Around the length that sort keys and indexes cut texts to. */
const longText = fc
  .tuple(fc.constantFrom(198, 199, 200, 201), fc.constantFrom('', 'w', 'y', '😀'))
  .map(([length, end]) => 'x'.repeat(length) + end);
const element = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(text, fc.constantFrom([], ['x'], [{ other: '9' }])),
);
const answers = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.oneof({ weight: 3, arbitrary: text }, longText, fc.array(element, { maxLength: 3 })),
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
  longText,
  fc.constantFrom('u1', 'uuid:r1', 'ann', 'BEN', 'approved'),
  fc.constantFrom('2026-01-01T00:00:02', '2026-01-01T00:00:03.5', '2026-01-01T00:00:01.250000Z', '2026', '~'),
  fc.constantFrom(9, 34, 120, -5, 0.25, 100, 7, 12, 3),
  fc.boolean(),
);
const field: fc.Arbitrary<SubmissionField> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATHS).map((path) => ({ source: 'answer', path }) as const) },
  fc
    .constantFrom('id', 'uuid', 'rootUuid', 'submittedBy', 'submittedAt', 'modifiedAt')
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
const filter = filtersOf<SubmissionField>({
  fields: field,
  names: NAMES,
  // Ids are bound as integers; query parsers ensure that.
  operandFor: (target) =>
    operand.map((value) =>
      target.source === 'column' && target.column === 'id' && typeof value === 'number'
        ? Math.trunc(value)
        : value,
    ),
});

function fieldOf(stored: Row) {
  return (target: SubmissionField): FieldValue => {
    switch (target.source) {
      case 'answer':
        return { value: stored.answers[target.path], isJson: true };
      case 'system': {
        let value: unknown = stored.json;
        for (const name of target.path) value = (value as Record<string, unknown>)?.[name];
        return { value, isJson: true };
      }
      case 'column':
        return { value: columnOf(stored, target.column), isJson: false };
    }
  };
}

function columnOf(stored: Row, column: SubmissionColumn): unknown {
  if (column === 'submittedAt') return submissionTime(stored.submittedAt);
  if (column === 'modifiedAt') return wireDate(stored.submittedAt);
  return column === 'rootUuid' ? prefixedUuid(stored.rootUuid) : stored[column];
}

describe('submission filters', () => {
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
    const values = fc.sample(row, { numRuns: ROWS, seed: 7 });
    rows = values.map(({ status: _validation_status, ...each }, index) => ({
      ...each,
      id: index + 1,
      rootUuid: index % 5 === 0 ? `ns:${index}` : `r${index}`,
      json: { _id: index + 1, ...each.answers, _status: 'submitted_via_web', _validation_status },
    }));
    database = await createDataSource(app.databaseUrl, { poolSize: 1 }).initialize();
    for (const each of rows) {
      await database.query(
        `INSERT INTO submission VALUES ($1, $2, $3, $4, ''::bytea, 0, NULL, $5, $6, $6, $7, $8, '', nullif($9, '{}'::jsonb))`,
        [
          assetId,
          each.id,
          each.rootUuid,
          each.uuid,
          each.submittedBy,
          each.submittedAt,
          JSON.stringify(each.answers),
          JSON.stringify(each.json),
          JSON.stringify(each.json['_validation_status']),
        ],
      );
    }
  });
  afterAll(async () => {
    await database.destroy();
    await app.stop();
  });

  it('match the same rows in SQL as in the reference implementation', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (tree) => {
        const parameters = new SqlParameters(assetId);
        const sql = `SELECT id FROM submission WHERE asset_id = $1 AND ${filterSql(tree, submissionFieldSql, parameters)} ORDER BY id`;
        const found = await database.query<{ id: number }[]>(sql, parameters.values);
        const expected = rows.filter((each) => evaluate(tree, fieldOf(each))).map(({ id }) => id);
        matched += expected.length;
        expect(found.map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 300, seed: 11 },
    );
    expect(matched / (300 * ROWS)).toBeGreaterThan(0.1);
    expect(matched / (300 * ROWS)).toBeLessThan(0.9);
  });
});
