import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { attachmentColumns, type NewAttachment } from '../../database/attachment-columns';
import { sqlState } from '../../database/broken-constraint';
import { hot } from '../../database/connection/hot-statements';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type { NewAttachment };

/** A submission about to be written. */
export interface NewSubmission {
  readonly assetId: number;
  readonly rootUuid: string;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly versionUid: string | null;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  /** JSON object of the answers alone, for searching. */
  readonly answersJson: string;
  /** Members of the JSON that is served, all but `_id`. */
  readonly membersJson: string;
  readonly xml: string;
  readonly attachments: readonly NewAttachment[];
}

/** Stores the row and its count; the plans of what is inside are kept by each connection. */
const STORE = 'store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11)';

/** The whole intake of a submission without files is this one statement. */
const INSERT = hot(`SELECT ${STORE} AS id`);

/** The same where somebody must take note of it. */
const insertAndNote = (notes: readonly string[]): string =>
  `WITH stored AS MATERIALIZED (SELECT ${STORE} AS id)${noted(notes)}`;

/** Answers the id, and calls the functions that take note of it; a submission that was known is told of to nobody. */
const noted = (notes: readonly string[]): string =>
  ` SELECT ${['id', ...notes.map((name) => `${name}($1, ARRAY[id], 'came', $8)`)].join(', ')}
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

/** The whole intake of one with files. */
const INSERT_ALL = hot(INSERT_WITH_FILES + noted([]));

/** A submission without files, and the functions that take note of it. */
export interface GroupedSubmission {
  readonly submission: NewSubmission;
  readonly notes: readonly string[];
}

/** What a group is written by: each list of `store_submissions`, and what of a submission stands in it. */
const GROUPED: readonly (readonly [type: string, of: (grouped: GroupedSubmission) => unknown])[] = [
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
  ['text', ({ notes }) => (notes.length === 0 ? null : notes.join(','))],
];

const groupInserts: string[] = [];

/** The same text each time, made once for each size. */
function insertGroup(size: number): string {
  return (groupInserts[size] ??= hot(groupInsert(size)));
}

/** Values travel one by one: a list as one value would be written with escapes, and read again. */
function groupInsert(size: number): string {
  const listOf = (list: number): string =>
    Array.from({ length: size }, (_, place) => `$${list * size + place + 1}`).join(', ');
  const lists = GROUPED.map(([type], list) => `ARRAY[${listOf(list)}]::${type}[]`);
  return `SELECT id FROM store_submissions(${lists.join(', ')}) AS id`;
}

/** What is wrong with a row, or in its way: SQLSTATEs of data, of constraints, of limits, and of locks. */
const ABOUT_A_ROW = /^(22|23|40|54|55)/;

/** How submissions are written: each in one statement, which names `asset_id`. */
@Injectable()
export class IntakeQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Writes a submission with its attachments and its count, all in one statement and so in one transaction. When a
   * second one with the same root uuid comes at the same time, PostgreSQL makes it wait for the first.
   * @param notes functions of the database that take note of it, see `SubmissionListener`
   * @returns the id, or undefined when the asset has a submission of this root uuid
   */
  insert(submission: NewSubmission, notes: readonly string[] = []): Promise<number | undefined> {
    return insertBy(this.dataSource, submission, notes);
  }

  /**
   * Writes submissions without files, all of them in one statement and so in one transaction.
   * @returns their ids in their order, undefined where the asset has a submission of this root uuid; nothing at all when
   *   one of them could not be written, or would have had to wait, and so none was
   */
  async insertGroup(group: readonly GroupedSubmission[]): Promise<(number | undefined)[] | undefined> {
    const parameters = GROUPED.flatMap(([, valueOf]) => group.map(valueOf));
    try {
      const rows: { id: number | null }[] = await this.dataSource.query(
        insertGroup(group.length),
        parameters,
      );
      return rows.map(({ id }) => id ?? undefined);
    } catch (error) {
      if (ABOUT_A_ROW.test(sqlState(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** The same within a transaction that others write to. */
  insertWithin(transaction: Transaction, submission: NewSubmission): Promise<number | undefined> {
    return insertBy(managerOf(transaction), submission);
  }

  /** Adds files to a stored submission and shows them in its JSON, whose markers for the `_id` are filled. */
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
}

async function insertBy(
  connection: Pick<DataSource, 'query'>,
  submission: NewSubmission,
  notes: readonly string[] = [],
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
      ? await connection.query(notes.length === 0 ? INSERT : insertAndNote(notes), parameters)
      : await connection.query(notes.length === 0 ? INSERT_ALL : INSERT_WITH_FILES + noted(notes), [
          ...parameters,
          ...attachmentColumns(attachments),
        ]);
  return rows[0]?.id ?? undefined;
}
