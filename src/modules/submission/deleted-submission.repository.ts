import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SubmissionEntity } from '../../database/entities/submission.entity';
import { withinScope, withDateModifiedSql } from '../../database/query/scope-sql';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { wireDate } from '../../domain/text/wire-date';

/** Tables whose rows belong to a submission, with what distinguishes the rows of one submission. */
const PARTS = {
  attachment: 'uid',
  submission_history: 'uuid',
  supplement_version: 'ordinal::text',
  submission_note: 'ordinal::text',
  migrated_submission: "''",
} as const;

/** Bounds the time of a statement: ids, and bytes of their rows as stored. */
const BATCH_SIZE = 1000;
const BATCH_BYTES = 8_388_608;

export interface DeletedBatch {
  readonly ids: readonly number[];
  readonly sha256s: readonly Buffer[];
}

/** Moves submissions to those that are deleted, and back. Every statement filters by `asset_id`, or by hash or expiry. */
@Injectable()
export class DeletedSubmissionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Splits ids into batches that a statement can move in time. */
  async batches(
    transaction: Transaction,
    table: 'submission' | 'deleted_submission',
    assetId: number,
    ids: readonly number[],
  ): Promise<number[][]> {
    const batches: number[][] = [];
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const rows: { ids: string[] }[] = await managerOf(transaction).query(
        `SELECT array_agg(id ORDER BY id) AS ids FROM (
           SELECT id, sum(pg_column_size(answers) + pg_column_size(json) + pg_column_size(xml)) OVER (ORDER BY id)
                        / ${BATCH_BYTES} AS batch
             FROM ${table} WHERE asset_id = $1 AND id = ANY($2::bigint[])) AS sized
          GROUP BY batch ORDER BY batch`,
        [assetId, ids.slice(start, start + BATCH_SIZE)],
      );
      batches.push(...rows.map((row) => row.ids.map(Number)));
    }
    return batches;
  }

  /** Copies submissions with what belongs to them, before they are deleted; the caller holds their locks. */
  async keep(
    transaction: Transaction,
    { assetId, deletedBy, now }: { assetId: number; deletedBy: string | null; now: Date },
    ids: readonly number[],
  ): Promise<void> {
    const columns = this.columns.join();
    const manager = managerOf(transaction);
    await manager.query(
      `INSERT INTO deleted_submission (${columns}, date_deleted, deleted_by)
       SELECT ${columns}, $3, $4 FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[])`,
      [assetId, ids, now, deletedBy],
    );
    for (const [table, name] of Object.entries(PARTS)) {
      const sha256 =
        table === 'attachment' ? 'CASE WHEN date_deleted IS NULL THEN sha256 END' : 'NULL::bytea';
      await manager.query(
        `INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
         SELECT asset_id, submission_id, '${table}', ${name}, ${sha256}, to_jsonb(part)
           FROM ${table} AS part WHERE asset_id = $1 AND submission_id = ANY($2::bigint[])`,
        [assetId, ids],
      );
    }
  }

  /**
   * Moves submissions back and counts them; the caller holds the asset lock and the row locks.
   * @returns ids, without those whose id or root uuid another submission has
   */
  async restore(
    transaction: Transaction,
    { assetId, now }: { assetId: number; now: Date },
    ids: readonly number[],
  ): Promise<number[]> {
    const manager = managerOf(transaction);
    const restored: { id: number }[] = await manager.query(
      `WITH restored AS (
         INSERT INTO submission (${this.columns.join()})
         SELECT ${this.columns.map((column) => RESTORED_VALUES[column] ?? column).join()}
           FROM deleted_submission WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY id
         ON CONFLICT DO NOTHING
         RETURNING id, date_submitted
       ), counted AS (
         INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
         SELECT $1, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
                min(id), max(id)
           FROM restored GROUP BY 2 ORDER BY 2
         ON CONFLICT ON CONSTRAINT submission_tally_pk
         DO UPDATE SET submissions = t.submissions + excluded.submissions,
                       last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                       first_id = least(t.first_id, excluded.first_id),
                       last_id = greatest(t.last_id, excluded.last_id)
       )
       SELECT id FROM restored ORDER BY id`,
      [assetId, ids, now, `"${wireDate(now)}"}`],
    );
    const restoredIds = restored.map(({ id }) => id);
    for (const table of Object.keys(PARTS)) {
      await manager.query(
        `INSERT INTO ${table}
         SELECT part.* FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::${table}, kept.data) AS part
          WHERE kept.asset_id = $1 AND kept.submission_id = ANY($2::bigint[]) AND kept.kind = '${table}'
         ON CONFLICT DO NOTHING`,
        [assetId, restoredIds],
      );
    }
    await this.remove(transaction, assetId, restoredIds);
    return restoredIds;
  }

  /** Deletes them for good. */
  async remove(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<void> {
    await managerOf(transaction).query(
      'DELETE FROM deleted_submission WHERE asset_id = $1 AND id = ANY($2::bigint[])',
      [assetId, ids],
    );
  }

  /** Distinct hashes of their attachments. */
  async listHashes(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<Buffer[]> {
    const rows: { sha256: Buffer }[] = await managerOf(transaction).query(
      `SELECT DISTINCT sha256 FROM deleted_submission_part
        WHERE asset_id = $1 AND submission_id = ANY($2::bigint[]) AND sha256 IS NOT NULL`,
      [assetId, ids],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  /** `SELECT … FOR UPDATE` of these ids, ordered by id. */
  async lock(
    transaction: Transaction,
    scope: SubmissionScope,
    ids: readonly number[],
  ): Promise<{ readonly id: number; readonly isInScope: boolean }[]> {
    const { where, parameters } = withinScope(scope, ids);
    return managerOf(transaction).query(
      `SELECT id, (${where}) IS TRUE AS "isInScope" FROM deleted_submission AS submission
        WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE`,
      parameters.values,
    );
  }

  /** `SELECT … FOR UPDATE` of submissions that were deleted before a time, at most a batch. */
  async lockExpired(transaction: Transaction, assetId: number, before: Date): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `SELECT id FROM deleted_submission WHERE asset_id = $1 AND date_deleted < $2
        ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE`,
      [assetId, before],
    );
    return rows.map(({ id }) => id);
  }

  /** Assets with submissions that were deleted before a time. */
  async assetsWithExpired(before: Date): Promise<number[]> {
    const rows = await this.dataSource.query<{ assetId: number }[]>(
      'SELECT DISTINCT asset_id AS "assetId" FROM deleted_submission WHERE date_deleted < $1',
      [before],
    );
    return rows.map(({ assetId }) => assetId);
  }

  /** Batch of an asset that is purged. @returns undefined when none remain */
  async nextOf(assetId: number): Promise<DeletedBatch | undefined> {
    const rows = await this.dataSource.query<{ ids: string[] | null; sha256s: Buffer[] | null }[]>(
      `WITH next AS (SELECT id FROM deleted_submission WHERE asset_id = $1 ORDER BY id LIMIT ${BATCH_SIZE})
       SELECT (SELECT array_agg(id) FROM next) AS ids,
              (SELECT array_agg(DISTINCT sha256) FROM deleted_submission_part
                WHERE asset_id = $1 AND submission_id IN (SELECT id FROM next) AND sha256 IS NOT NULL) AS sha256s`,
      [assetId],
    );
    const { ids, sha256s } = rows[0]!;
    return ids === null ? undefined : { ids: ids.map(Number), sha256s: sha256s ?? [] };
  }

  /**
   * The subset of these hashes that an attachment references, of any asset: storage is content-addressed. One snapshot, so
   * that a file is found while its submission is moved.
   */
  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.dataSource.query<{ sha256: Buffer }[]>(
      `SELECT sha256 FROM attachment WHERE sha256 = ANY($1::bytea[]) AND date_deleted IS NULL
       UNION
       SELECT sha256 FROM deleted_submission_part WHERE sha256 = ANY($1::bytea[])`,
      [sha256s],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  /** Columns of `submission`, which `deleted_submission` has too. */
  private get columns(): readonly string[] {
    return this.dataSource.getMetadata(SubmissionEntity).columns.map(({ databaseName }) => databaseName);
  }
}

/** A restored submission is modified now, so that readers of what changed see it. */
const RESTORED_VALUES: Readonly<Record<string, string>> = {
  date_modified: '$3',
  json: withDateModifiedSql('json', '$4'),
};
