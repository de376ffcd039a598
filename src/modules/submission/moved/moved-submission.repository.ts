import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { attachmentColumns, type NewAttachment } from '../../../database/query/submission-sql';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { ValidationStatus } from '../../../domain/submission/validation-status';

/** Attachment with the marks of its source. */
export interface MovedAttachment extends NewAttachment {
  readonly dateDeleted: Date | null;
  /** Set for a file whose name a later one of the submission has. */
  readonly dateDropped: Date | null;
}

export interface NewMovedSubmission {
  readonly id: number;
  readonly rootUuid: string;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly versionUid: string | null;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  readonly validationStatus: ValidationStatus | null;
  readonly answersJson: string;
  /** Complete, with its `_id`. */
  readonly json: string;
  readonly xml: string;
  readonly attachments: readonly MovedAttachment[];
}

/** Stored submission, to compare with its source. */
export interface StoredMovedSubmission {
  readonly id: number;
  readonly rootUuid: string;
  readonly uuid: string;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  readonly validationStatus: ValidationStatus | null;
  readonly versionUid: string | null;
  readonly json: string;
  readonly xml: string;
}

export interface MovedFile {
  readonly submissionId: number;
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly isDeleted: boolean;
  /** Replaced by an edit, or by a later file of the same name. */
  readonly isDropped: boolean;
}

/** Ids above the highest one of a source, so that those of submissions that arrive meanwhile are free. */
const ID_HEADROOM = 1000;

/** Every statement on submissions filters by or sets `asset_id`. */
@Injectable()
export class MovedSubmissionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Makes new submissions get ids above `highest`. */
  async reserveIds(highest: number): Promise<void> {
    await this.dataSource.query(
      `SELECT setval('submission_id_seq', $1::bigint + ${ID_HEADROOM}) FROM submission_id_seq WHERE last_value <= $1`,
      [highest],
    );
  }

  async nextIds(count: number): Promise<number[]> {
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT nextval('submission_id_seq') AS id FROM generate_series(1, $1::int)`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of these root uuids and ids that the asset has. */
  async findTaken(
    transaction: Transaction,
    assetId: number,
    { ids, rootUuids }: { ids: readonly number[]; rootUuids: readonly string[] },
  ): Promise<{ id: number; rootUuid: string }[]> {
    return managerOf(transaction).query(
      `SELECT id, root_uuid AS "rootUuid" FROM submission
        WHERE asset_id = $1 AND (id = ANY($2::bigint[]) OR root_uuid = ANY($3::text[]))`,
      [assetId, ids, rootUuids],
    );
  }

  /** Inserts submissions, attachments, counts and changes in one statement; the caller holds the asset lock. */
  async insert(
    transaction: Transaction,
    { assetId, now, edited }: { assetId: number; now: Date; edited: readonly number[] },
    copies: readonly NewMovedSubmission[],
  ): Promise<void> {
    const column = <Value>(read: (copy: NewMovedSubmission) => Value): Value[] => copies.map(read);
    const files = copies.flatMap(({ id, submittedAt, attachments }) =>
      attachments.map((file) => ({ ...file, id, submittedAt })),
    );
    await managerOf(transaction).query(
      `WITH stored AS (
         INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                                 date_submitted, date_modified, validation_status, answers, json, xml)
         SELECT $1, s.id, s.root_uuid, s.uuid, s.xml_hash, s.files, s.version_uid, s.submitter, s.moment, $2,
                s.status::jsonb, s.answers::jsonb, s.json, s.xml
           FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::int[], $8::text[], $9::text[],
                       $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[])
                AS s (id, root_uuid, uuid, xml_hash, files, version_uid, submitter, moment, status, answers, json, xml)
         RETURNING id, date_submitted
       ), counted AS (
         INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
         SELECT $1, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
                min(id), max(id)
           FROM stored GROUP BY 2 ORDER BY 2
         ON CONFLICT ON CONSTRAINT submission_tally_pk
         DO UPDATE SET submissions = t.submissions + excluded.submissions,
                       last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                       first_id = least(t.first_id, excluded.first_id),
                       last_id = greatest(t.last_id, excluded.last_id)
       ), changed AS (
         INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed)
         SELECT $1, pg_current_xact_id()::text::bigint, id, 'created', $2 FROM stored WHERE id <> ALL ($15::bigint[])
       )
       INSERT INTO attachment (asset_id, submission_id, date_created, date_deleted, date_dropped, uid, name, name_key,
                               mimetype, byte_size, sha256, question_xpath)
       SELECT $1, f.* FROM unnest($16::bigint[], $17::timestamptz[], $18::timestamptz[], $19::timestamptz[],
                                  $20::text[], $21::text[], $22::text[], $23::text[], $24::bigint[], $25::bytea[],
                                  $26::text[]) f`,
      [
        assetId,
        now,
        column(({ id }) => id),
        column(({ rootUuid }) => rootUuid),
        column(({ uuid }) => uuid),
        column(({ xmlHash }) => xmlHash),
        column(({ attachments }) => attachments.filter(({ dateDropped }) => dateDropped === null).length),
        column(({ versionUid }) => versionUid),
        column(({ submittedBy }) => submittedBy),
        column(({ submittedAt }) => submittedAt),
        column(({ validationStatus }) => validationStatus && JSON.stringify(validationStatus)),
        column(({ answersJson }) => answersJson),
        column(({ json }) => json),
        column(({ xml }) => xml),
        edited,
        files.map(({ id }) => id),
        files.map(({ submittedAt }) => submittedAt),
        files.map(({ dateDeleted }) => dateDeleted),
        files.map(({ dateDropped }) => dateDropped),
        ...attachmentColumns(files),
      ],
    );
  }

  /** Ids by root uuid; unknown ones are left out. */
  async findIds(assetId: number, rootUuids: readonly string[]): Promise<Map<string, number>> {
    const rows: { id: number; rootUuid: string }[] = await this.dataSource.query(
      `SELECT id, root_uuid AS "rootUuid" FROM submission WHERE asset_id = $1 AND root_uuid = ANY($2::text[])`,
      [assetId, rootUuids],
    );
    return new Map(rows.map(({ id, rootUuid }) => [rootUuid, id]));
  }

  /** Ordered by id. */
  list(assetId: number, ids: readonly number[]): Promise<StoredMovedSubmission[]> {
    return this.dataSource.query(
      `SELECT id, root_uuid AS "rootUuid", uuid, submitted_by AS "submittedBy", date_submitted AS "submittedAt",
              validation_status AS "validationStatus", version_uid AS "versionUid", json, xml
         FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY id`,
      [assetId, ids],
    );
  }

  /** Ids in ascending order. @param after exclusive */
  async listIds(assetId: number, after: number, limit: number): Promise<number[]> {
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM submission WHERE asset_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [assetId, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  listFiles(assetId: number, ids: readonly number[]): Promise<MovedFile[]> {
    return this.dataSource.query(
      `SELECT submission_id AS "submissionId", uid, name, mimetype, byte_size AS "byteSize", sha256,
              date_deleted IS NOT NULL AS "isDeleted", date_dropped IS NOT NULL AS "isDropped"
         FROM attachment WHERE asset_id = $1 AND submission_id = ANY($2::bigint[]) ORDER BY submission_id, date_created, uid`,
      [assetId, ids],
    );
  }
}
