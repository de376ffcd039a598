import { Injectable } from '@nestjs/common';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { costOf, projectionSql, withinScope } from '../../database/query/scope-sql';
import type { Projection } from '../../domain/query/projection';
import type { SubmissionName } from '../../domain/submission/submission-name';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import type { SubmissionScope } from '../../domain/query/submission-scope';

export interface SubmissionTotals {
  readonly total: number;
  /** Days that have some, in order. */
  readonly daily: readonly { readonly day: string; readonly submissions: number }[];
}

export interface AttachmentRow {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** Only what was edited bears another uuid than the first, and for those there is an index. */
const BY_UUID = '(root_uuid = $2 OR uuid = $2 AND uuid <> root_uuid)';

/**
 * The read side of submissions. Every statement names `asset_id` and applies the filter of its scope; without one,
 * counts come from the tally.
 */
@Injectable()
export class SubmissionQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** How many the scope holds, and how many of each UTC day from `firstDay` (`YYYY-MM-DD`) on. */
  counts(scope: SubmissionScope, firstDay: string): Promise<SubmissionTotals> {
    return this.reader.read(costOf(scope), async (ask) => {
      const [total, daily] = await Promise.all([countWithin(scope, ask), countDays(ask, scope, firstDay)]);
      return { total, daily };
    });
  }

  /** The JSON of one submission. */
  async findJson(
    scope: SubmissionScope,
    name: SubmissionName,
    projection: Projection | undefined,
  ): Promise<string | undefined> {
    const [condition, value] = named(name);
    const { where, parameters } = withinScope(scope, value);
    const json = projectionSql(projection, parameters);
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<{ json: string }>(
        `SELECT ${json} AS json FROM submission WHERE ${where} AND ${condition} ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0]?.json;
  }

  /** The XML of one submission as it came. */
  async findXml(scope: SubmissionScope, name: SubmissionName): Promise<string | undefined> {
    return (await this.one<{ xml: string }>('xml', scope, name))?.xml;
  }

  /** The verdict on one submission; undefined when the scope has none of that name. */
  findVerdict(
    scope: SubmissionScope,
    name: SubmissionName,
  ): Promise<{ validationStatus: ValidationStatus | null } | undefined> {
    return this.one('validation_status AS "validationStatus"', scope, name);
  }

  /** The number of one submission. */
  async findId(scope: SubmissionScope, name: SubmissionName): Promise<number | undefined> {
    return (await this.one<{ id: number }>('id', scope, name))?.id;
  }

  /** @param columns SQL text */
  private async one<Row extends object>(
    columns: string,
    scope: SubmissionScope,
    name: SubmissionName,
  ): Promise<Row | undefined> {
    const [condition, value] = named(name);
    const { where, parameters } = withinScope(scope, value);
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<Row>(
        `SELECT ${columns} FROM submission WHERE ${where} AND ${condition} ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0];
  }

  /** Numbers of all that a scope holds, in order. */
  async findIds(scope: SubmissionScope): Promise<number[]> {
    const { where, parameters } = withinScope(scope);
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<{ id: number }>(`SELECT id FROM submission WHERE ${where} ORDER BY id`, parameters.values),
    );
    return rows.map(({ id }) => id);
  }

  async findAttachment(
    scope: SubmissionScope,
    name: SubmissionName,
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
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<AttachmentRow>(
        `SELECT name, mimetype, byte_size AS "byteSize", sha256 FROM attachment
          WHERE asset_id = $1 AND submission_id = ${submission} AND uid = $3
            AND date_deleted IS NULL ${inScope}`,
        parameters.values,
      ),
    );
    return rows[0];
  }
}

function named(name: SubmissionName): [condition: string, value: string | number] {
  return 'id' in name ? ['id = $2', name.id] : [BY_UUID, name.uuid];
}

function countDays(ask: Ask, scope: SubmissionScope, firstDay: string): Promise<SubmissionTotals['daily']> {
  const { where, parameters } = withinScope(scope, firstDay);
  return ask(
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
