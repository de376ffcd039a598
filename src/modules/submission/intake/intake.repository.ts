import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Batcher, STATEMENT_LIMITS } from '../../../concurrency/batcher';
import {
  attachmentColumns,
  type NewAttachment,
  expectedVersionsJson,
  publishCall,
  type PublishFunction,
} from '../../../database/query/submission-sql';
import { sqlState } from '../../../database/constraint-violation';
import { preparedStatement } from '../../../database/connection/timeout-pool';
import type { ExpectedVersion } from '../../../domain/entity/expected-version';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

export type { NewAttachment, PublishFunction };

export interface NewSubmission {
  readonly assetId: number;
  readonly rootUuid: string;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly versionUid: string | null;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  /** JSON object of the answers, for filters. */
  readonly answersJson: string;
  /** Members of the rendered JSON, except `_id`. */
  readonly membersJson: string;
  readonly xml: string;
  readonly attachments: readonly NewAttachment[];
}

/** Inserts the row and its count by a function (functions/store-submission.sql), whose plans each connection caches. */
const STORE = 'store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11)';

const INSERT = preparedStatement(`SELECT ${STORE} AS id`);

const insertAndNotify = (publishFunctions: readonly PublishFunction[]): string =>
  `WITH stored AS MATERIALIZED (SELECT ${STORE} AS id)${notifying(publishFunctions)}`;

const PUBLISHED = { asset: '$1', submissions: 'ARRAY[id]', kind: "'created'", moment: '$8' };

/** Calls the subscribers' functions; none for a duplicate. */
const notifying = (publishFunctions: readonly PublishFunction[]): string =>
  ` SELECT ${['id', ...publishFunctions.map((name) => publishCall(name, PUBLISHED))].join(', ')}
      FROM stored WHERE id IS NOT NULL`;

const INSERT_WITH_FILES = `
  WITH stored AS MATERIALIZED (SELECT ${STORE} AS id), files AS (
    INSERT INTO attachment (asset_id, submission_id, date_created, uid, name, name_key, mimetype, byte_size, sha256,
                            question_xpath)
    SELECT $1, stored.id, $8, f.*
      FROM stored,
           unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::bytea[], $18::text[]) f
     WHERE stored.id IS NOT NULL
  )`;

const INSERT_ALL = preparedStatement(INSERT_WITH_FILES + notifying([]));

/** A submission without attachments, and the database functions that notify its subscribers. */
export interface BatchedSubmission {
  readonly submission: NewSubmission;
  readonly publishFunctions: readonly PublishFunction[];
}

/** Array parameters of `store_submissions`, in order. */
const BATCH_COLUMNS: readonly (readonly [type: string, of: (batched: BatchedSubmission) => unknown])[] = [
  ['integer', ({ submission }) => submission.assetId],
  ['text', ({ submission }) => submission.rootUuid],
  ['text', ({ submission }) => submission.uuid],
  ['bytea', ({ submission }) => submission.xmlHash],
  ['text', ({ submission }) => submission.versionUid],
  ['text', ({ submission }) => submission.submittedBy],
  ['timestamptz', ({ submission }) => submission.submittedAt],
  ['text', ({ submission }) => submission.answersJson],
  ['text', ({ submission }) => submission.membersJson],
  ['text', ({ submission }) => submission.xml],
  ['text', ({ publishFunctions }) => (publishFunctions.length === 0 ? null : publishFunctions.join(','))],
];

/** With the versions that it adds to entities. */
export interface EntitySubmission extends BatchedSubmission {
  readonly versions: readonly ExpectedVersion[];
}

/** Row of `store_entity_submissions`: `deferred` if others of the batch were contested. */
interface EntityBatchRow {
  readonly id: number | null;
  readonly outcome: 'stored' | 'known' | 'contested' | 'deferred';
}

const batchInserts = new Map<string, string>();

function batchInsert(size: number, hasEntities: boolean): string {
  const key = `${size} ${hasEntities}`;
  const statement = batchInserts.get(key) ?? preparedStatement(batchInsertSql(size, hasEntities));
  batchInserts.set(key, statement);
  return statement;
}

/** One parameter per value: an array parameter would be escaped by the driver and parsed again by the server. */
function batchInsertSql(size: number, hasEntities: boolean): string {
  const parameters = (column: number): string =>
    Array.from({ length: size }, (_, row) => `$${column * size + row + 1}`).join(', ');
  const arrays = BATCH_COLUMNS.map(([type], column) => `ARRAY[${parameters(column)}]::${type}[]`);
  return hasEntities
    ? `SELECT id, outcome FROM store_entity_submissions(${arrays.join(', ')}, $${arrays.length * size + 1}::jsonb)`
    : `SELECT id FROM store_submissions(${arrays.join(', ')}) AS id`;
}

/** SQLSTATE classes that concern single rows: data, constraints, transaction rollback, limits, locks. */
const ROW_ERROR = /^(22|23|40|54|55)/;

/** Characters of XML; larger submissions are not batched. */
const MAX_BATCHED_LENGTH = 64 * 1024;

/** Whether concurrent submissions are stored by one statement with this one. */
export function isBatched({ attachments, xml }: NewSubmission): boolean {
  return attachments.length === 0 && xml.length <= MAX_BATCHED_LENGTH;
}

/** Every statement filters by or sets `asset_id`. */
@Injectable()
export class IntakeRepository {
  private readonly batcher = new Batcher<BatchedSubmission, number | undefined>(
    (batch) => this.insertAll(batch),
    STATEMENT_LIMITS,
  );

  private readonly entityBatcher = new Batcher<EntitySubmission, number | undefined>(
    (batch) => this.insertAllWithEntities(batch),
    STATEMENT_LIMITS,
  );

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Inserts a submission, its attachments and its count in one statement, which concurrent small submissions without
   * attachments share (docs/performance.md#batched-inserts). A concurrent insert of the same root uuid waits on the
   * unique index.
   * @param publishFunctions see `SubmissionSubscriber`
   * @returns the committed id, even if the rest of the batch failed; undefined if the root uuid exists
   */
  insert(
    submission: NewSubmission,
    publishFunctions: readonly PublishFunction[] = [],
  ): Promise<number | undefined> {
    return isBatched(submission)
      ? this.batcher.add({ submission, publishFunctions })
      : insertBy(this.dataSource, submission, publishFunctions);
  }

  /**
   * Inserts a submission that `isBatched`, and its versions of entities, in one statement, which concurrent ones share.
   * @returns the committed id; undefined if nothing was stored, and only a transaction can decide: an entity is not as
   *   expected, the root uuid exists, or the insert failed
   */
  insertWithEntities(submission: EntitySubmission): Promise<number | undefined> {
    return this.entityBatcher.add(submission);
  }

  /**
   * Inserts submissions without attachments in one statement: all or none.
   * @returns ids in order, undefined for an existing root uuid; undefined for the whole batch if a row failed or would
   *   have waited for a lock
   */
  async insertBatch(batch: readonly BatchedSubmission[]): Promise<(number | undefined)[] | undefined> {
    const rows = await this.queryBatch<{ id: number | null }>(batchInsert(batch.length, false), batch);
    return rows?.map(({ id }) => id ?? undefined);
  }

  /**
   * As `insertBatch`, but submissions whose entities are not as expected, or changed by an earlier one of the batch, are left
   * out, and the others stored.
   * @returns ids in order, undefined for those that are left out; undefined for the whole batch as `insertBatch`
   */
  async insertEntityBatch(batch: readonly EntitySubmission[]): Promise<(number | undefined)[] | undefined> {
    const sent = firstOfEachEntity(batch);
    const statement = batchInsert(sent.length, true);
    const rows = await this.queryBatch<EntityBatchRow>(statement, sent, expectedVersionsJson(sent));
    if (rows === undefined) return undefined;
    const deferred = sent.filter((_, index) => rows[index]!.outcome === 'deferred');
    const later = deferred.length > 0 ? await this.insertEntityBatch(deferred) : [];
    if (later === undefined) return undefined;
    const ids = new Map(sent.map((each, index) => [each, rows[index]!.id ?? undefined]));
    deferred.forEach((each, index) => ids.set(each, later[index]));
    return batch.map((each) => ids.get(each));
  }

  /** @returns undefined if a row failed or would have waited for a lock */
  private async queryBatch<Row>(
    statement: string,
    batch: readonly BatchedSubmission[],
    ...more: readonly unknown[]
  ): Promise<Row[] | undefined> {
    const parameters = BATCH_COLUMNS.flatMap(([, valueOf]) => batch.map(valueOf));
    try {
      return await this.dataSource.query<Row[]>(statement, [...parameters, ...more]);
    } catch (error) {
      if (ROW_ERROR.test(sqlState(error) ?? '')) return undefined;
      throw error;
    }
  }

  insertWithin(transaction: Transaction, submission: NewSubmission): Promise<number | undefined> {
    return insertBy(managerOf(transaction), submission);
  }

  /** Adds attachments to a stored submission. @param json the rendered submission, its `_id` markers filled */
  async addAttachments(
    transaction: Transaction,
    { assetId, id, json, now }: { assetId: number; id: number; json: string; now: Date },
    attachments: readonly NewAttachment[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `WITH files AS (
         INSERT INTO attachment (asset_id, submission_id, date_created, uid, name, name_key, mimetype, byte_size,
                                 sha256, question_xpath)
         SELECT $1, $2, $3, f.*
           FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bytea[], $11::text[]) f
       )
       UPDATE submission
          SET json = $4, date_modified = $3,
              attachment_count = attachment_count + ${attachments.length}
        WHERE asset_id = $1 AND id = $2`,
      [assetId, id, now, json, ...attachmentColumns(attachments)],
    );
  }

  private async insertAll(
    batch: readonly BatchedSubmission[],
  ): Promise<readonly (number | undefined | Promise<number | undefined>)[]> {
    const ids = batch.length > 1 ? await this.insertBatch(batch) : undefined;
    // A row that cannot be inserted fails the whole batch: then insert one by one.
    return (
      ids ??
      batch.map(({ submission, publishFunctions }) => insertBy(this.dataSource, submission, publishFunctions))
    );
  }

  private async insertAllWithEntities(
    batch: readonly EntitySubmission[],
  ): Promise<(number | undefined | Promise<number | undefined>)[]> {
    const ids = await this.insertEntityBatch(batch);
    const insertAlone = async (each: EntitySubmission): Promise<number | undefined> =>
      batch.length > 1 ? (await this.insertEntityBatch([each]))?.[0] : undefined;
    return ids ?? batch.map(insertAlone);
  }
}

/** Leaves out submissions that change an entity which an earlier one changes: they build upon it. */
function firstOfEachEntity(batch: readonly EntitySubmission[]): EntitySubmission[] {
  const taken = new Set<string>();
  return batch.filter(({ versions }) => {
    const keys = versions.map(({ list, uuid }) => `${uuid} ${list}`);
    if (keys.some((key) => taken.has(key))) return false;
    keys.forEach((key) => taken.add(key));
    return true;
  });
}

async function insertBy(
  connection: Pick<DataSource, 'query'>,
  submission: NewSubmission,
  publishFunctions: readonly PublishFunction[] = [],
): Promise<number | undefined> {
  const { attachments } = submission;
  const parameters = [
    submission.assetId,
    submission.rootUuid,
    submission.uuid,
    submission.xmlHash,
    attachments.length,
    submission.versionUid,
    submission.submittedBy,
    submission.submittedAt,
    submission.answersJson,
    submission.membersJson,
    submission.xml,
  ];
  const rows: { id: number | null }[] =
    attachments.length === 0
      ? await connection.query(
          publishFunctions.length === 0 ? INSERT : insertAndNotify(publishFunctions),
          parameters,
        )
      : await connection.query(
          publishFunctions.length === 0 ? INSERT_ALL : INSERT_WITH_FILES + notifying(publishFunctions),
          [...parameters, ...attachmentColumns(attachments)],
        );
  return rows[0]?.id ?? undefined;
}
