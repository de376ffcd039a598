import { Injectable } from '@nestjs/common';
import { type RunQuery, BoundedReader } from '../../../database/query/bounded-reader';
import { keysetSql, orderBySql, type SqlSortKey } from '../../../database/query/keyset-sql';
import { SqlParameters } from '../../../database/query/sql-parameters';
import { hasAnswerIndex } from '../../../database/query/answers-sql';
import { keyedRowsSql, rowsByAnswerSql } from '../../../database/query/page-rows-sql';
import {
  costOf,
  projectionSql,
  sortedKeys,
  withinScope,
  countWithin,
} from '../../../database/query/scope-sql';
import type { SortValues, SubmissionCursor, SubmissionOrder } from '../../../domain/query/submission-order';
import { sortedAnswer } from '../../../domain/query/compared-answers';
import type { Projection } from '../../../domain/query/data-page';
import type { SubmissionIdentifier } from '../../../domain/submission/instance-meta';
import type { ValidationStatus } from '../../../domain/submission/validation-status';
import { localDaySql } from '../../../database/query/formatted-time-sql';
import { startOfDay, type TimeZone, UTC } from '../../../domain/time-zone';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

export interface SubmissionTotals {
  readonly total: number;
  readonly daily: readonly { readonly day: string; readonly submissions: number }[];
}

export interface AttachmentRow {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

export interface InstanceRow {
  readonly id: number;
  readonly xml: string;
}

/** Instances read by one statement. */
const MAX_INSTANCES = 200;

/** Only edited submissions have a uuid other than the root uuid; a partial index covers them. */
const BY_UUID = '(root_uuid = $2 OR uuid = $2 AND uuid <> root_uuid)';

/** Ids next to a submission in an order; undefined at its ends. */
export interface SubmissionNeighbours {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/**
 * Every statement filters by `asset_id` and by its scope. Counts without a row filter come from the maintained counts.
 */
@Injectable()
export class SubmissionReadRepository {
  constructor(private readonly reader: BoundedReader) {}

  /** Total, and counts per day of a zone from `firstDay` (`YYYY-MM-DD`). Counts of UTC days are maintained. */
  counts(scope: SubmissionScope, firstDay: string, zone: TimeZone = UTC): Promise<SubmissionTotals> {
    return this.reader.read(costOf(scope), async (query) => {
      const [total, daily] = await Promise.all([
        countWithin(scope, query),
        zone === UTC ? countDays(query, scope, firstDay) : countLocalDays(query, scope, firstDay, zone),
      ]);
      return { total, daily };
    });
  }

  async findJson(
    scope: SubmissionScope,
    name: SubmissionIdentifier,
    projection: Projection | undefined,
  ): Promise<string | undefined> {
    const [condition, value] = named(name);
    const { where, parameters } = withinScope(scope, value);
    const json = projectionSql(projection, parameters);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<{ json: string }>(
        `SELECT ${json} AS json FROM submission WHERE ${where} AND ${condition} ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0]?.json;
  }

  async findXml(scope: SubmissionScope, name: SubmissionIdentifier): Promise<string | undefined> {
    return (await this.findOne<{ xml: string }>('xml', scope, name))?.xml;
  }

  /** Instances after an id, ordered by id, a chunk at most. */
  listXmlAfter(scope: SubmissionScope, id: number): Promise<InstanceRow[]> {
    const { where, parameters } = withinScope(scope, id);
    return this.reader.read(costOf(scope), (query) =>
      query<InstanceRow>(
        `SELECT id, xml FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${MAX_INSTANCES}`,
        parameters.values,
      ),
    );
  }

  /** @returns undefined if the scope does not contain the submission */
  findValidationStatus(
    scope: SubmissionScope,
    name: SubmissionIdentifier,
  ): Promise<{ validationStatus: ValidationStatus | null } | undefined> {
    return this.findOne('validation_status AS "validationStatus"', scope, name);
  }

  async findId(scope: SubmissionScope, name: SubmissionIdentifier): Promise<number | undefined> {
    return (await this.findOne<{ id: number }>('id', scope, name))?.id;
  }

  private async findOne<Row extends object>(
    columns: string,
    scope: SubmissionScope,
    name: SubmissionIdentifier,
  ): Promise<Row | undefined> {
    const [condition, value] = named(name);
    const { where, parameters } = withinScope(scope, value);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<Row>(
        `SELECT ${columns} FROM submission WHERE ${where} AND ${condition} ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0];
  }

  /**
   * Submissions of a scope before and after another one, which may be outside of it: both by keyset: from an index
   * on the answer that sorts them, else from one read of the rows if these are sorted by more than the id.
   * @throws InvalidError if it takes more than two seconds
   */
  findNeighbours(scope: SubmissionScope, order: SubmissionOrder, id: number): Promise<SubmissionNeighbours> {
    const isSeek = scope.filter === undefined && order.by.length === 0;
    return this.reader.read(isSeek ? 'known' : 'optional', async (query) => {
      const sorted = order.by.length === 0 ? [] : await sortValuesOf(query, scope, order, id);
      if (sorted === undefined) return { previous: undefined, next: undefined };
      const answer = scope.filter === undefined ? sortedAnswer(order) : undefined;
      const isIndexed = answer !== undefined && (await hasAnswerIndex(query, scope.assetId, answer));
      const { sql, parameters } = neighboursSql(scope, order, { sorted, id }, isIndexed);
      const [row] = await query<{ previous: number | null; next: number | null }>(sql, parameters.values);
      return { previous: row?.previous ?? undefined, next: row?.next ?? undefined };
    });
  }

  /** In ascending order. */
  async findIds(scope: SubmissionScope): Promise<number[]> {
    const { where, parameters } = withinScope(scope);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<{ id: number }>(`SELECT id FROM submission WHERE ${where} ORDER BY id`, parameters.values),
    );
    return rows.map(({ id }) => id);
  }

  async findAttachment(
    scope: SubmissionScope,
    name: SubmissionIdentifier,
    uid: string,
  ): Promise<AttachmentRow | undefined> {
    const [submission, value] =
      'id' in name
        ? ['$2', name.id]
        : [`(SELECT id FROM submission WHERE asset_id = $1 AND ${BY_UUID} ORDER BY id LIMIT 1)`, name.uuid];
    const { where, parameters } = withinScope(scope, value, uid);
    const inScope =
      scope.filter === undefined
        ? ''
        : `AND EXISTS (SELECT 1 FROM submission WHERE ${where} AND id = attachment.submission_id)`;
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<AttachmentRow>(
        `SELECT name, mimetype, byte_size AS "byteSize", sha256 FROM attachment
          WHERE asset_id = $1 AND submission_id = ${submission} AND uid = $3
            AND date_deleted IS NULL ${inScope}`,
        parameters.values,
      ),
    );
    return rows[0];
  }
}

function named(name: SubmissionIdentifier): [condition: string, value: string | number] {
  return 'id' in name ? ['id = $2', name.id] : [BY_UUID, name.uuid];
}

async function sortValuesOf(
  query: RunQuery,
  { assetId }: SubmissionScope,
  order: SubmissionOrder,
  id: number,
): Promise<SortValues | undefined> {
  const parameters = new SqlParameters(assetId, id);
  const values = sortedKeys(order, parameters).map(({ sql }) => `(${sql})::text`);
  const rows = await query<{ sorted: SortValues }>(
    `SELECT json_build_array(${values.join()}) AS sorted FROM submission WHERE asset_id = $1 AND id = $2`,
    parameters.values,
  );
  return rows[0]?.sorted;
}

function neighboursSql(
  scope: SubmissionScope,
  order: SubmissionOrder,
  cursor: SubmissionCursor,
  isIndexed: boolean,
): { sql: string; parameters: SqlParameters } {
  const { sorted, id } = cursor;
  const { where, parameters } = withinScope(scope, id);
  const keys = sortedKeys(order, parameters);
  const byAnswer = (isReversed: boolean, descending: boolean): string => {
    const key = { ...keys[0]!, descending: keys[0]!.descending !== isReversed };
    return rowsByAnswerSql(where, key, { after: cursor, descending, rows: '1' }, parameters);
  };
  const first = (isReversed: boolean): string => {
    const directed = keys.map((key, index): SqlSortKey => ({
      ...key,
      sql: `sorted_${index}`,
      descending: key.descending !== isReversed,
    }));
    const descending = order.descending !== isReversed;
    const after = keysetSql(directed, sorted, `id ${descending ? '<' : '>'} $2`, parameters);
    const source = isIndexed ? `(${byAnswer(isReversed, descending)}) AS keyed` : 'keyed';
    return `SELECT id FROM ${source} WHERE ${after} ORDER BY ${orderBySql(directed)}id ${descending ? 'DESC' : 'ASC'} LIMIT 1`;
  };
  const isRead = keys.length > 0 ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  const keyed = isIndexed ? '' : `WITH keyed AS ${isRead} (${keyedRowsSql(where, keys)})`;
  return { sql: `${keyed} SELECT (${first(true)}) AS previous, (${first(false)}) AS next`, parameters };
}

function countDays(
  query: RunQuery,
  scope: SubmissionScope,
  firstDay: string,
): Promise<SubmissionTotals['daily']> {
  const { where, parameters } = withinScope(scope, firstDay);
  return query(
    scope.filter === undefined
      ? `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(submissions)::int AS submissions
           FROM submission_tally WHERE asset_id = $1 AND day >= $2::date
          GROUP BY day HAVING sum(submissions) > 0 ORDER BY day`
      : `SELECT to_char(date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS submissions
           FROM submission WHERE ${where} AND date_submitted >= $2::date::timestamp AT TIME ZONE 'UTC'
          GROUP BY day ORDER BY day`,
    parameters.values,
  );
}

function countLocalDays(
  query: RunQuery,
  scope: SubmissionScope,
  firstDay: string,
  zone: TimeZone,
): Promise<SubmissionTotals['daily']> {
  const { where, parameters } = withinScope(scope, startOfDay(zone, firstDay));
  return query(
    `SELECT to_char(${localDaySql(zone, parameters)}, 'YYYY-MM-DD') AS day, count(*)::int AS submissions
       FROM submission WHERE ${where} AND date_submitted >= $2::timestamptz GROUP BY day ORDER BY day`,
    parameters.values,
  );
}
