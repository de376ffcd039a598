import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { Any, Repository, DataSource } from 'typeorm';
import { type StoredSubmission, SubmissionEntity } from '../../database/entities/submission.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** Single rows of submissions. `SubmissionWriteRepository` has the statements that also write other tables. */
@Injectable()
export class SubmissionRepository {
  constructor(
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
  ) {}

  existsByRootUuid(transaction: Transaction, assetId: number, rootUuid: string): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionEntity, { assetId, rootUuid });
  }

  /** @param uuid current one */
  async findVersionUid(assetId: number, uuid: string): Promise<string | null> {
    const found = await this.submissions.findOne({ select: { versionUid: true }, where: { assetId, uuid } });
    return found?.versionUid ?? null;
  }

  /** Ordered by id; unknown uuids are omitted. */
  async findIdsByRootUuid(
    transaction: Transaction,
    assetId: number,
    rootUuids: readonly string[],
  ): Promise<number[]> {
    const found = await managerOf(transaction).find(SubmissionEntity, {
      select: { id: true },
      where: { assetId, rootUuid: Any(rootUuids) },
      order: { id: 'ASC' },
    });
    return found.map(({ id }) => id);
  }

  /** `SELECT … FOR UPDATE` of these ids, ordered by id; the caller holds the asset lock. */
  async lockMany(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<number[]> {
    const found = await managerOf(transaction).find(SubmissionEntity, {
      select: { id: true },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return found.map(({ id }) => id);
  }

  /** Ordered by id; ids that are not found are omitted. */
  listWithXml(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<(StoredSubmission & Pick<SubmissionEntity, 'versionUid' | 'xml'>)[]> {
    return managerOf(transaction).find(SubmissionEntity, {
      select: {
        id: true,
        rootUuid: true,
        uuid: true,
        xmlHash: true,
        submittedBy: true,
        dateSubmitted: true,
        validationStatus: {},
        versionUid: true,
        json: true,
        xml: true,
      },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
    });
  }

  /** Ordered by id; ids that are not found are omitted. */
  listJson(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<Pick<SubmissionEntity, 'id' | 'json'>[]> {
    return managerOf(transaction).find(SubmissionEntity, {
      select: { id: true, json: true },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
    });
  }

  /** Attachments, history and supplements are deleted by cascade. */
  async deleteMany(assetId: number, ids: readonly number[]): Promise<void> {
    await this.submissions.delete({ assetId, id: Any(ids) });
  }
}

/** Bounds transaction time and parameter size. */
const PURGE_BATCH_SIZE = 1000;

export interface PurgeBatch {
  readonly ids: readonly number[];
  readonly sha256s: readonly Buffer[];
}

@Injectable()
export class SubmissionPurgeRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @returns undefined when no submissions remain */
  async next(assetId: number): Promise<PurgeBatch | undefined> {
    const rows = await this.dataSource.query<{ ids: string[] | null; sha256s: Buffer[] | null }[]>(
      `WITH next AS (SELECT id FROM submission WHERE asset_id = $1 ORDER BY id LIMIT ${PURGE_BATCH_SIZE})
       SELECT (SELECT array_agg(id) FROM next) AS ids,
              (SELECT array_agg(DISTINCT sha256) FROM attachment
                WHERE asset_id = $1 AND submission_id IN (SELECT id FROM next)) AS sha256s`,
      [assetId],
    );
    const { ids, sha256s } = rows[0]!;
    return ids === null ? undefined : { ids: ids.map(Number), sha256s: sha256s ?? [] };
  }

  /** Deletes a batch of the change log. @returns whether more may remain */
  async removeChanges(assetId: number): Promise<boolean> {
    const [, removed] = await this.dataSource.query<[object[], number]>(
      `DELETE FROM submission_change
        WHERE asset_id = $1 AND (asset_id, transaction_id, submission_id) IN (
          SELECT asset_id, transaction_id, submission_id FROM submission_change
           WHERE asset_id = $1 LIMIT ${PURGE_BATCH_SIZE})`,
      [assetId],
    );
    return removed === PURGE_BATCH_SIZE;
  }
}

/** Submissions in memory at once; a large one takes some megabytes. */
const REREADING_BATCH_SIZE = 100;

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
export class SubmissionRereadingRepository {
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
         FROM submission WHERE asset_id = $1 AND id > $2 ORDER BY id LIMIT ${REREADING_BATCH_SIZE} FOR UPDATE`,
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
