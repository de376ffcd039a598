import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, IsNull, Not, Repository } from 'typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

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
}
