import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CopiedRows } from '../../database/copy/copied-rows';
import { CopyReader } from '../../database/copy/copy-reader';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import { filterSql } from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import { submissionFieldSql } from '../../database/query/submission-field-sql';
import { hasPattern } from '../../domain/query/filter';
import type { SubmissionScope } from '../../domain/query/submission-scope';

declare const found: unique symbol;

/** Which submissions a page holds. */
export interface PagePosition {
  readonly limit: number;
  readonly descending: boolean;
  /** The page starts behind this id; when it is known, `start` does not count. */
  readonly after: number | undefined;
  /** Submissions before the page. */
  readonly start: number;
}

/** The submissions of a page: their ids in order, and whether any has files. Only a reader of a scope makes one. */
export interface PageIds {
  readonly [found]: true;
  readonly ids: readonly number[];
  readonly anyAttachments: boolean;
}

export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly submissions: number;
}

export interface AttachmentRow {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/**
 * The read side of submissions. Every statement names `asset_id` and applies the filter of its scope; without one, the
 * counts come from the tally.
 */
@Injectable()
export class SubmissionQuery {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly bounded: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /** How many the scope holds, and how many of each day from `firstDay` on, in order; days without any are left out. */
  counts(scope: SubmissionScope, firstDay: string): Promise<{ total: number; daily: DayCount[] }> {
    return this.ask(scope, async (ask) => {
      const [total, daily] = await Promise.all([countAll(ask, scope), countDays(ask, scope, firstDay)]);
      return { total, daily };
    });
  }

  /** A page with the count of all that the scope holds. */
  async page(scope: SubmissionScope, position: PagePosition): Promise<{ count: number; page: PageIds }> {
    return this.ask(scope, async (ask) => {
      const [count, page] = await Promise.all([countAll(ask, scope), findPage(ask, scope, position)]);
      return { count, page };
    });
  }

  /**
   * Streams the ready JSON of these submissions, in the order of their ids, as the inside of an array between `head`
   * and `tail`. `stages` rewrite the bytes on their way.
   */
  async streamJson(
    { assetId }: SubmissionScope,
    { ids }: PageIds,
    { head, tail, descending }: { head: string; tail: string; descending: boolean },
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    // COPY takes no parameters: the only values in its text are integers, checked here.
    const list = ids.map(checkedInteger).join(',');
    const select =
      `SELECT json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
      `AND id = ANY('{${list}}'::bigint[]) ORDER BY id ${descending ? 'DESC' : 'ASC'}`;
    await this.copyReader.stream(select, [new CopiedRows(head, tail), ...stages], sink);
  }

  /** The ready JSON of one submission, by id or by root uuid without prefix. */
  async findJson(
    scope: SubmissionScope,
    key: { id: number } | { rootUuid: string },
  ): Promise<string | undefined> {
    const [column, value] = 'id' in key ? ['id', key.id] : ['root_uuid', key.rootUuid];
    const { where, values } = within(scope, value);
    const rows = await this.ask(scope, (ask) =>
      ask<{ json: string }>(`SELECT json FROM submission WHERE ${where} AND ${column} = $2`, values),
    );
    return rows[0]?.json;
  }

  async findAttachment(
    scope: SubmissionScope,
    submissionId: number,
    uid: string,
  ): Promise<AttachmentRow | undefined> {
    const { where, values } = within(scope, submissionId, uid);
    const inScope =
      scope.filter === undefined
        ? ''
        : `AND EXISTS (SELECT 1 FROM submission WHERE ${where} AND id = a.submission_id)`;
    const rows = await this.ask(scope, (ask) =>
      ask<AttachmentRow>(
        `SELECT a.name, a.mimetype, a.byte_size AS "byteSize", a.sha256 FROM attachment a
          WHERE a.asset_id = $1 AND a.submission_id = $2 AND a.uid = $3 ${inScope}`,
        values,
      ),
    );
    return rows[0];
  }

  /** Statements of known cost go out as they are, side by side; what a filter costs is bounded. */
  private ask<Result>({ filter }: SubmissionScope, work: (ask: Ask) => Promise<Result>): Promise<Result> {
    if (filter !== undefined) return this.bounded.read(hasPattern(filter), work);
    return work((sql, values) => this.dataSource.query(sql, [...values]));
  }
}

/** The condition that keeps `submission` within a scope, `$1` being the asset and the given values next. */
function within({ assetId, filter }: SubmissionScope, ...values: unknown[]) {
  const parameters = new SqlParameters(assetId, ...values);
  const condition = filter === undefined ? '' : ` AND ${filterSql(filter, submissionFieldSql, parameters)}`;
  return { where: `asset_id = $1${condition}`, values: parameters.values };
}

async function countAll(ask: Ask, scope: SubmissionScope): Promise<number> {
  const { where, values } = within(scope);
  const rows = await ask<{ count: number }>(
    scope.filter === undefined
      ? 'SELECT coalesce(sum(submissions), 0)::int AS count FROM submission_tally WHERE asset_id = $1'
      : `SELECT count(*)::int AS count FROM submission WHERE ${where}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

async function countDays(ask: Ask, scope: SubmissionScope, firstDay: string): Promise<DayCount[]> {
  const { where, values } = within(scope, firstDay);
  return ask(
    scope.filter === undefined
      ? `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(submissions)::int AS submissions
           FROM submission_tally WHERE asset_id = $1 AND day >= $2::date
          GROUP BY day HAVING sum(submissions) > 0 ORDER BY day`
      : `SELECT to_char(date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS submissions
           FROM submission WHERE ${where} AND date_submitted >= $2::date::timestamp AT TIME ZONE 'UTC'
          GROUP BY day ORDER BY day`,
    values,
  );
}

/** By key, so that the last page costs what the first does; a deep `start` costs an index scan. */
async function findPage(
  ask: Ask,
  scope: SubmissionScope,
  { limit, descending, after, start }: PagePosition,
): Promise<PageIds> {
  const { where, values } = within(scope, limit, after ?? start);
  const order = descending ? 'DESC' : 'ASC';
  const condition = after === undefined ? '' : `AND id ${descending ? '<' : '>'} $3`;
  const rows = await ask<{ id: number; attachments: number }>(
    `SELECT id, attachment_count AS attachments FROM submission
      WHERE ${where} ${condition} ORDER BY id ${order} LIMIT $2 ${after === undefined ? 'OFFSET $3' : ''}`,
    values,
  );
  const page: Omit<PageIds, typeof found> = {
    ids: rows.map(({ id }) => id),
    anyAttachments: rows.some(({ attachments }) => attachments > 0),
  };
  return page as PageIds;
}

function checkedInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number.`);
  return value;
}
