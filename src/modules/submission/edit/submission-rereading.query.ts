import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { StoredSubmission, SubmissionEntity } from '../../../database/entities/submission.entity';

/** Submissions in memory at once; a large one takes some megabytes. */
const BATCH_SIZE = 100;

export interface PendingRereading {
  readonly assetId: number;
  readonly assetUid: string;
  /** Id of the last submission that was read again; 0 at first. */
  readonly lastId: number;
}

export type RereadSubmission = StoredSubmission & Pick<SubmissionEntity, 'versionUid' | 'xml'>;

export interface RereadAnswers {
  readonly id: number;
  readonly versionUid: string | null;
  readonly answersJson: string;
  readonly json: string;
  /** Paths of attachments in the answers, by uid. */
  readonly questionXpaths: ReadonlyMap<string, string>;
}

/** Progress of reading stored submissions again, one row per asset. Every statement on submissions filters by `asset_id`. */
@Injectable()
export class SubmissionRereadingQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Undefined if no asset is left. Deleted assets wait for their restoration. */
  async next(): Promise<Pick<PendingRereading, 'assetId' | 'assetUid'> | undefined> {
    const rows: Pick<PendingRereading, 'assetId' | 'assetUid'>[] = await this.dataSource.query(
      `SELECT r.asset_id AS "assetId", a.uid AS "assetUid"
         FROM submission_rereading r JOIN asset a ON a.id = r.asset_id AND a.date_deleted IS NULL
        ORDER BY r.asset_id LIMIT 1`,
    );
    return rows[0];
  }

  /** @returns id of the last submission that was read again; undefined if another process works on the asset */
  async lock(transaction: Transaction, assetId: number): Promise<number | undefined> {
    const rows: { lastId: number }[] = await managerOf(transaction).query(
      'SELECT last_id AS "lastId" FROM submission_rereading WHERE asset_id = $1 FOR UPDATE SKIP LOCKED',
      [assetId],
    );
    return rows[0]?.lastId;
  }

  /** Locks the next submissions of an asset, in order of id. The caller holds the asset lock. */
  nextBatch(
    transaction: Transaction,
    { assetId, lastId }: Pick<PendingRereading, 'assetId' | 'lastId'>,
  ): Promise<RereadSubmission[]> {
    return managerOf(transaction).query(
      `SELECT id, root_uuid AS "rootUuid", uuid, xml_hash AS "xmlHash", version_uid AS "versionUid",
              submitted_by AS "submittedBy", date_submitted AS "dateSubmitted",
              validation_status AS "validationStatus", json, xml
         FROM submission WHERE asset_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE`,
      [assetId, lastId],
    );
  }

  async storeProgress(transaction: Transaction, assetId: number, lastId: number): Promise<void> {
    await managerOf(transaction).query('UPDATE submission_rereading SET last_id = $2 WHERE asset_id = $1', [
      assetId,
      lastId,
    ]);
  }

  async finish(transaction: Transaction, assetId: number): Promise<void> {
    await managerOf(transaction).query('DELETE FROM submission_rereading WHERE asset_id = $1', [assetId]);
  }

  /** Replaces answers, rendered JSON and paths of attachments. */
  async replaceAnswers(
    transaction: Transaction,
    { assetId, now }: { assetId: number; now: Date },
    submissions: readonly RereadAnswers[],
  ): Promise<void> {
    const files = submissions.flatMap(({ id, questionXpaths }) =>
      [...questionXpaths].map(([uid, xpath]) => ({ id, uid, xpath })),
    );
    await managerOf(transaction).query(
      `WITH files AS (
         UPDATE attachment a SET question_xpath = f.xpath
           FROM unnest($7::bigint[], $8::text[], $9::text[]) AS f (id, uid, xpath)
          WHERE a.asset_id = $1 AND a.submission_id = f.id AND a.uid = f.uid AND a.question_xpath <> f.xpath
       )
       UPDATE submission s
          SET version_uid = r.version_uid, answers = r.answers::jsonb, json = r.json, date_modified = $2
         FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) AS r (id, version_uid, answers, json)
        WHERE s.asset_id = $1 AND s.id = r.id`,
      [
        assetId,
        now,
        submissions.map(({ id }) => id),
        submissions.map(({ versionUid }) => versionUid),
        submissions.map(({ answersJson }) => answersJson),
        submissions.map(({ json }) => json),
        files.map(({ id }) => id),
        files.map(({ uid }) => uid),
        files.map(({ xpath }) => xpath),
      ],
    );
  }
}
