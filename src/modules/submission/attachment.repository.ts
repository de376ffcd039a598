import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, IsNull, Not, Repository } from 'typeorm';
import { AttachmentEntity } from '../../database/entities/submission.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { BoundedReader } from '../../database/query/bounded-reader';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';

export type StoredAttachment = Pick<
  AttachmentEntity,
  | 'submissionId'
  | 'uid'
  | 'name'
  | 'nameKey'
  | 'mimetype'
  | 'byteSize'
  | 'sha256'
  | 'questionXpath'
  | 'dateDeleted'
>;

export type DroppedFile = Pick<AttachmentEntity, 'uid' | 'name' | 'mimetype'> & {
  readonly dateDropped: Date;
};

@Injectable()
export class AttachmentRepository {
  constructor(
    @InjectRepository(AttachmentEntity) private readonly attachments: Repository<AttachmentEntity>,
    private readonly reader: BoundedReader,
  ) {}

  /** Attachments of these submissions that no edit has dropped, oldest first; deleted ones last. */
  listCurrent(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<StoredAttachment[]> {
    return managerOf(transaction).find(AttachmentEntity, {
      where: { assetId, submissionId: Any(submissionIds), dateDropped: IsNull() },
      order: { dateDeleted: { direction: 'ASC', nulls: 'FIRST' }, dateCreated: 'ASC', name: 'ASC' },
    });
  }

  /** Attachments that edits dropped from a submission and whose bytes are still stored. */
  async listDropped(assetId: number, submissionId: number): Promise<DroppedFile[]> {
    const files = await this.attachments.find({
      select: { uid: true, name: true, mimetype: true, dateDropped: true },
      where: { assetId, submissionId, dateDropped: Not(IsNull()), dateDeleted: IsNull() },
      order: { dateDropped: 'ASC', name: 'ASC' },
    });
    return files as DroppedFile[];
  }

  /** Names and contents of the attachments that edits dropped from a submission, also of deleted ones. */
  listDroppedContents(
    transaction: Transaction,
    assetId: number,
    submissionId: number,
  ): Promise<Pick<AttachmentEntity, 'nameKey' | 'sha256'>[]> {
    return managerOf(transaction).find(AttachmentEntity, {
      select: { nameKey: true, sha256: true },
      where: { assetId, submissionId, dateDropped: Not(IsNull()) },
    });
  }

  /** Submission ids by attachment uid; dropped and deleted attachments are omitted. */
  async submissionIdsOf(
    transaction: Transaction,
    assetId: number,
    uids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const files = await managerOf(transaction).find(AttachmentEntity, {
      select: { uid: true, submissionId: true },
      where: { assetId, uid: Any(uids), dateDropped: IsNull(), dateDeleted: IsNull() },
    });
    return new Map(files.map(({ uid, submissionId }) => [uid, submissionId]));
  }

  /** Soft-deletes attachments: the rows stay, but no longer reference their bytes. */
  async markDeleted(
    transaction: Transaction,
    assetId: number,
    files: readonly { readonly submissionId: number; readonly uid: string }[],
    now: Date,
  ): Promise<void> {
    const submissionId = Any(files.map((file) => file.submissionId));
    const uid = Any(files.map((file) => file.uid));
    const deleted = { dateDeleted: now, byteSize: 0 };
    await managerOf(transaction).update(AttachmentEntity, { assetId, submissionId, uid }, deleted);
  }

  /**
   * Current attachments of the submissions in a scope, by submission and uid.
   * @param after the last attachment of the page before
   * @param auditPaths of questions answered with audit logs, which an edit may not name; undefined: all attachments
   */
  page(
    scope: SubmissionScope,
    after: Pick<ArchivedAttachment, 'submissionId' | 'uid'> | undefined,
    limit: number,
    auditPaths?: readonly string[],
  ): Promise<ArchivedAttachment[]> {
    const values = [after?.submissionId ?? 0, after?.uid ?? '', limit, auditPaths ?? null];
    const { where, parameters } = withinScope(scope, ...values);
    return this.reader.read(costOf(scope), (query) =>
      query<ArchivedAttachment>(
        `SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", s.uuid AS "submissionUuid", f.uid, f.name,
                f.byte_size AS "byteSize", f.sha256, f.date_created AS "dateCreated"
           FROM attachment f
           JOIN (SELECT id, root_uuid, uuid FROM submission WHERE ${where}) s ON s.id = f.submission_id
          WHERE f.asset_id = $1 AND f.date_dropped IS NULL AND f.date_deleted IS NULL
            AND (f.submission_id, f.uid) > ($2::bigint, $3)
            AND ($5::text[] IS NULL OR f.question_xpath = ANY($5)
                 OR f.question_xpath = '' AND lower(f.name) = 'audit.csv')
          ORDER BY f.submission_id, f.uid LIMIT $4`,
        parameters.values,
      ),
    );
  }
}

export interface ArchivedAttachment {
  readonly submissionId: number;
  readonly rootUuid: string;
  readonly submissionUuid: string;
  readonly uid: string;
  readonly name: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly dateCreated: Date;
}
