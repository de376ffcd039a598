import fc from '../../fixtures/fast-check';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { ASSET_FIELD_SOURCES, assetFieldSql } from '../../../src/database/query/asset-field-sql';
import { filterSql } from '../../../src/database/query/filter-sql';
import { SqlParameters } from '../../../src/database/query/sql-parameters';
import type {
  AssetColumn,
  AssetField,
  AssetJsonColumn,
  TimestampPart,
} from '../../../src/domain/query/asset-field';
import type { Operand } from '../../../src/domain/query/mongo-expression';
import { evaluate, type FieldValue } from '../../support/evaluate-filter';
import { filtersOf, text } from '../../support/filter-generator';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

interface Owner {
  readonly username: string;
  readonly details: object;
}

interface Row {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly assetType: string;
  readonly owner: Owner;
  readonly parent: Row | undefined;
  readonly lastModifiedBy: string | null;
  readonly settings: object;
  readonly summary: object;
  readonly tags: readonly string[];
  readonly created: Date;
  readonly deployed: { readonly active: boolean; readonly date: Date } | undefined;
}

const ROWS = 40;
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(`${day}T00:00:00Z`));
const NAMES = ['label', 'value'];
const day = fc.constantFrom(...DAYS);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 9, 34, 0.25),
  fc.array(fc.oneof(text, fc.dictionary(fc.constantFrom(...NAMES), text)), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom(...NAMES), text),
);
const settings = fc.dictionary(fc.constantFrom('sector', 'country', 'description'), value);
const row = fc.record({
  name: text,
  assetType: fc.constantFrom('survey', 'block'),
  lastModifiedBy: fc.constantFrom('ann', 'Ben', null),
  settings,
  summary: settings,
  tags: fc.array(text, { maxLength: 3 }),
  created: day,
  deployed: fc.option(fc.record({ active: fc.boolean(), date: day }), { nil: undefined }),
});

const COLUMNS: readonly AssetColumn[] = [
  ...(['uid', 'name', 'assetType', 'lastModifiedBy', 'ownerUsername', 'deploymentStatus'] as const),
  ...(['dateCreated', 'dateModified', 'dateDeployed', 'tags'] as const),
];
const JSONS: readonly AssetJsonColumn[] = [
  'settings',
  'summary',
  'dataSharing',
  'deploymentData',
  'ownerDetails',
];
const PATHS = [
  [],
  ['sector'],
  ['sector', 'value'],
  ['country'],
  ['active'],
  ['description'],
  ['nothing', 'at all'],
];
const of = fc.constantFrom('asset', 'parent');
const field: fc.Arbitrary<AssetField> = fc.oneof(
  fc.record({ of, source: fc.constant('column' as const), column: fc.constantFrom(...COLUMNS) }),
  fc.record({
    of,
    source: fc.constant('json' as const),
    column: fc.constantFrom(...JSONS),
    path: fc.constantFrom<readonly string[]>(...PATHS),
  }),
  fc.record({
    of,
    source: fc.constant('json' as const),
    column: fc.constantFrom(...JSONS),
    path: fc.constantFrom<readonly string[]>(...PATHS),
    as: fc.constant('type' as const),
  }),
  fc.record({
    of,
    source: fc.constant('json' as const),
    column: fc.constant('deploymentData' as const),
    path: fc.constant(['active']),
    as: fc.constant('text' as const),
  }),
  fc.record({
    of,
    source: fc.constant('timestamp' as const),
    column: fc.constantFrom('dateCreated' as const, 'dateDeployed' as const),
    part: fc.constantFrom('day' as const, 'month' as const, 'week_day' as const),
  }),
);
const operand: fc.Arbitrary<Operand> = fc.oneof(
  text,
  fc.constantFrom('survey', 'draft', 'deployed', 'ann', 'owner', 'u3', 'string', 'null', 'true'),
  fc.constantFrom(1, 2, 9, 34, 0.25, 120),
  fc.boolean(),
  day,
);
const filter = filtersOf<AssetField>({ fields: field, names: NAMES, operandFor: () => operand });

function fieldOf(asset: Row) {
  return (target: AssetField): FieldValue => {
    const source = target.of === 'asset' ? asset : asset.parent;
    if (source === undefined) return { value: undefined, isJson: false };
    if (target.source === 'column') return { value: columnOf(source, target.column), isJson: false };
    if (target.source === 'timestamp') {
      const timestamp = columnOf(source, target.column) as Date | undefined;
      return { value: timestamp && partOf(timestamp, target.part), isJson: false };
    }
    let found: unknown = jsonOf(source, target.column);
    for (const name of target.path) {
      const inObject = typeof found === 'object' && found !== null && !Array.isArray(found);
      found = inObject ? (found as Record<string, unknown>)[name] : undefined;
    }
    if (target.as === undefined) return { value: found, isJson: true };
    return { value: target.as === 'type' ? typeOf(found) : textOf(found), isJson: false };
  };
}

function typeOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Only the database can format objects as text; tests use booleans. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : undefined;
}

function partOf(timestamp: Date, part: TimestampPart): number {
  switch (part) {
    case 'day':
      return timestamp.getUTCDate();
    case 'month':
      return timestamp.getUTCMonth() + 1;
    case 'week_day':
      return timestamp.getUTCDay() + 1;
    default:
      throw new Error(`No test uses ${part}.`);
  }
}

function columnOf(asset: Row, column: AssetColumn): unknown {
  switch (column) {
    case 'ownerUsername':
      return asset.owner.username;
    case 'deploymentStatus':
      if (asset.deployed !== undefined) return asset.deployed.active ? 'deployed' : 'archived';
      return asset.assetType === 'survey' ? 'draft' : undefined;
    case 'dateCreated':
    case 'dateModified':
      return asset.created;
    case 'dateDeployed':
      return asset.deployed?.date;
    case 'searchText':
      throw new Error('Only the database can format JSON.');
    default:
      return asset[column];
  }
}

function jsonOf(asset: Row, column: AssetJsonColumn): unknown {
  switch (column) {
    case 'dataSharing':
      return {};
    case 'deploymentData':
      return asset.deployed && { active: asset.deployed.active };
    case 'ownerDetails':
      return asset.owner.details;
    default:
      return asset[column];
  }
}

describe('asset filters', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let rows: Row[];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    const owner: Owner = { username: 'owner', details: { sector: 'a', country: [{ value: '9' }] } };
    const [{ id: ownerId }] = await dataSource.query<[{ id: number }]>(
      `INSERT INTO app_user (username, extra_details, extra_details_uid) VALUES ($1, $2, 'u') RETURNING id`,
      [owner.username, JSON.stringify(owner.details)],
    );
    rows = [];
    for (const [index, values] of fc.sample(row, { numRuns: ROWS, seed: 5 }).entries()) {
      const parent = index % 3 === 2 ? rows[index - 1] : undefined;
      const id = await insert(ownerId, `u${index}`, values, parent?.id);
      rows.push({ ...values, id, uid: `u${index}`, owner, parent });
    }
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function insert(
    ownerId: number,
    uid: string,
    values: Omit<Row, 'id' | 'uid' | 'owner' | 'parent'>,
    parentId: number | undefined,
  ): Promise<number> {
    const [{ id }] = await dataSource.query<[{ id: number }]>(
      `INSERT INTO asset (uid, owner_id, parent_id, asset_type, name, content, summary, settings, tags,
                          last_modified_by, date_created, date_modified)
       VALUES ($1, $2, $3, $4, $5, '{}', $6, $7, $8, $9, $10, $10) RETURNING id`,
      [
        uid,
        ownerId,
        parentId ?? null,
        values.assetType,
        values.name,
        JSON.stringify(values.summary),
        JSON.stringify(values.settings),
        values.tags,
        values.lastModifiedBy,
        values.created,
      ],
    );
    if (values.deployed === undefined) return id;
    await dataSource.query(
      `WITH version AS (
         INSERT INTO asset_version (uid, asset_id, name, content, content_hash, date_modified)
         VALUES ($1, $2, '', '{}', '', now()) RETURNING id
       )
       INSERT INTO deployment SELECT $2, $1, $3, version.id, '', '', '', '{}', false, $4, $4 FROM version`,
      [uid, id, values.deployed.active, values.deployed.date],
    );
    return id;
  }

  it('match the same assets in SQL as in the reference implementation', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (tree) => {
        const parameters = new SqlParameters();
        const found = await dataSource.query<{ id: number }[]>(
          `SELECT a.id FROM asset a LEFT JOIN deployment d ON d.asset_id = a.id ${ASSET_FIELD_SOURCES}
            WHERE ${filterSql(tree, assetFieldSql, parameters)} ORDER BY a.id`,
          parameters.values,
        );
        const expected = rows.filter((each) => evaluate(tree, fieldOf(each))).map(({ id }) => id);
        matched += expected.length;
        expect(found.map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 300, seed: 3 },
    );
    expect(matched / (300 * ROWS)).toBeGreaterThan(0.1);
    expect(matched / (300 * ROWS)).toBeLessThan(0.9);
  });
});
