import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { CopyReader } from '../../../database/copy/copy-reader';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import { checkedInteger, idArraySql } from '../../../database/query/sql-parameters';
import type { PageWindow } from '../../../domain/page';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

const WIRE_DATE = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

export interface DeletedSubmissionRow {
  readonly id: number;
  readonly dateSubmitted: Date;
  /** Null: sent without an account. */
  readonly submittedBy: string | null;
  readonly dateDeleted: Date;
  readonly deletedBy: string | null;
  readonly attachmentCount: number;
}

/** Deleted submissions that a caller may restore. Every statement filters by a scope. */
@Injectable()
export class DeletedSubmissionListRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /** Ids of a scope in ascending order. */
  async findIds(scope: SubmissionScope): Promise<number[]> {
    const { where, parameters } = withinScope(scope);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<{ id: number }>(
        `SELECT id FROM deleted_submission AS submission WHERE ${where} ORDER BY id`,
        parameters.values,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** A page, last deleted first, and the count of the scope. */
  find(
    scope: SubmissionScope,
    { limit, start }: PageWindow,
    signal?: AbortSignal,
  ): Promise<{ count: number; rows: DeletedSubmissionRow[] }> {
    return this.reader.read(
      scope.filter === undefined ? 'rows' : costOf(scope),
      async (query) => {
        const all = withinScope(scope);
        const [counted] = await query<{ count: number }>(
          `SELECT count(*)::int AS count FROM deleted_submission AS submission WHERE ${all.where}`,
          all.parameters.values,
        );
        const { where, parameters } = withinScope(scope, limit, start);
        const rows = await query<DeletedSubmissionRow>(
          `SELECT id, date_submitted AS "dateSubmitted", submitted_by AS "submittedBy", date_deleted AS "dateDeleted",
                  deleted_by AS "deletedBy", attachment_count AS "attachmentCount"
             FROM deleted_submission AS submission WHERE ${where}
            ORDER BY date_deleted DESC, id DESC LIMIT $2 OFFSET $3`,
          parameters.values,
        );
        return { count: counted!.count, rows };
      },
      signal,
    );
  }

  /** Streams submissions of a page as comma-separated JSON between head and tail. @param keptDays until they are purged */
  async stream(
    { assetId }: SubmissionScope,
    ids: readonly number[],
    keptDays: number,
    frame: { head: string; tail: string },
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const select = (keys: readonly number[]): string =>
      `SELECT id, ${deletedJson(keptDays)} FROM deleted_submission
        WHERE asset_id = ${checkedInteger(assetId)} AND id = ANY(${idArraySql(keys)})
        ORDER BY array_position(${idArraySql(keys)}, id)`;
    await this.copyReader.stream({ ...frame, keys: ids, select }, stages, sink);
  }

  /** JSON of one, as in the list. */
  async findJson(scope: SubmissionScope, id: number, keptDays: number): Promise<string | undefined> {
    const { where, parameters } = withinScope(scope, id);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<{ json: string }>(
        `SELECT ${deletedJson(keptDays)} AS json FROM deleted_submission AS submission WHERE ${where} AND id = $2`,
        parameters.values,
      ),
    );
    return rows[0]?.json;
  }
}

function deletedJson(keptDays: number): string {
  const date = (time: string): string => `to_char((${time}) AT TIME ZONE 'UTC', ${WIRE_DATE})`;
  const expiry = `date_deleted + ${checkedInteger(keptDays)} * interval '24 hours'`;
  return (
    `'{"_id":' || id || ',"date_deleted":"' || ${date('date_deleted')} || '","deleted_by":' || ` +
    `coalesce(to_json(deleted_by)::text, 'null') || ',"date_purged":"' || ${date(expiry)} || '","submission":' || json || '}'`
  );
}
