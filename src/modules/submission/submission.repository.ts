import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CopiedRows } from '../../database/copy/copied-rows';
import { CopyReader } from '../../database/copy/copy-reader';

/** Which submissions a page holds. */
export interface PagePosition {
  readonly limit: number;
  readonly descending: boolean;
  /** The page starts behind this id; when it is known, `start` does not count. */
  readonly after: number | undefined;
  /** Submissions before the page. */
  readonly start: number;
}

/** The submissions of a page: their ids in order, and whether any has files. */
export interface PageIds {
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

/** The read side of submissions. Every statement names `asset_id`. */
@Injectable()
export class SubmissionRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly copyReader: CopyReader,
  ) {}

  async count(assetId: number): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      'SELECT coalesce(sum(submissions), 0)::int AS count FROM submission_tally WHERE asset_id = $1',
      [assetId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Days with submissions, from `firstDay` on, in order. */
  countByDay(assetId: number, firstDay: string): Promise<DayCount[]> {
    return this.dataSource.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(submissions)::int AS submissions
         FROM submission_tally WHERE asset_id = $1 AND day >= $2::date
        GROUP BY day HAVING sum(submissions) > 0 ORDER BY day`,
      [assetId, firstDay],
    );
  }

  /** By key, so that the last page costs what the first does; a deep `start` costs an index scan. */
  async pageIds(assetId: number, position: PagePosition): Promise<PageIds> {
    const { limit, descending, after, start } = position;
    const order = descending ? 'DESC' : 'ASC';
    const condition = after === undefined ? '' : `AND id ${descending ? '<' : '>'} $3`;
    const rows: { id: number; attachments: number }[] = await this.dataSource.query(
      `SELECT id, attachment_count AS attachments FROM submission
        WHERE asset_id = $1 ${condition} ORDER BY id ${order} LIMIT $2 ${after === undefined ? 'OFFSET $3' : ''}`,
      [assetId, limit, after ?? start],
    );
    return {
      ids: rows.map(({ id }) => id),
      anyAttachments: rows.some(({ attachments }) => attachments > 0),
    };
  }

  /**
   * Streams the ready JSON of these submissions, in the order of their ids, as the inside of an array between `head`
   * and `tail`. `stages` rewrite the bytes on their way.
   */
  async streamJson(
    assetId: number,
    ids: readonly number[],
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
  async findJson(assetId: number, key: { id: number } | { rootUuid: string }): Promise<string | undefined> {
    const [column, value] = 'id' in key ? ['id', key.id] : ['root_uuid', key.rootUuid];
    const rows: { json: string }[] = await this.dataSource.query(
      `SELECT json FROM submission WHERE asset_id = $1 AND ${column} = $2`,
      [assetId, value],
    );
    return rows[0]?.json;
  }

  async findAttachment(
    assetId: number,
    submissionId: number,
    uid: string,
  ): Promise<AttachmentRow | undefined> {
    const rows: AttachmentRow[] = await this.dataSource.query(
      `SELECT name, mimetype, byte_size AS "byteSize", sha256 FROM attachment
        WHERE asset_id = $1 AND submission_id = $2 AND uid = $3`,
      [assetId, submissionId, uid],
    );
    return rows[0];
  }
}

function checkedInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number.`);
  return value;
}
