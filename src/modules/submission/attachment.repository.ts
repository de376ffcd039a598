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

/** A file that an edit took from its submission. */
export type DroppedFile = Pick<AttachmentEntity, 'uid' | 'name' | 'mimetype'> & {
  readonly dateDropped: Date;
};

/** Files that came with submissions. */
@Injectable()
export class AttachmentRepository {
  constructor(
    @InjectRepository(AttachmentEntity) private readonly attachments: Repository<AttachmentEntity>,
  ) {}

  /** The files of these submissions that no edit has dropped, of each in the order in which they came, removed ones last. */
  live(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<StoredAttachment[]> {
    return managerOf(transaction).find(AttachmentEntity, {
      where: { assetId, submissionId: Any(submissionIds), dateDropped: IsNull() },
      order: { dateDeleted: { direction: 'ASC', nulls: 'FIRST' }, dateCreated: 'ASC', name: 'ASC' },
    });
  }

  /** The files that edits took from a submission, and that are still there. */
  async dropped(assetId: number, submissionId: number): Promise<DroppedFile[]> {
    const files = await this.attachments.find({
      select: { uid: true, name: true, mimetype: true, dateDropped: true },
      where: { assetId, submissionId, dateDropped: Not(IsNull()), dateDeleted: IsNull() },
      order: { dateDropped: 'ASC', name: 'ASC' },
    });
    return files as DroppedFile[];
  }

  /** To which submissions of an asset these files belong, as long as they are there. */
  async submissionsOf(
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

  /** Takes files from their submissions: their bytes are named no more. */
  async markDeleted(
    transaction: Transaction,
    assetId: number,
    files: readonly { readonly submissionId: number; readonly uid: string }[],
    now: Date,
  ): Promise<void> {
    const submissionId = Any(files.map((file) => file.submissionId));
    const uid = Any(files.map((file) => file.uid));
    const gone = { dateDeleted: now, byteSize: 0 };
    await managerOf(transaction).update(AttachmentEntity, { assetId, submissionId, uid }, gone);
  }

  /** Of these hashes, those that an attachment of any asset names: the same bytes are kept once for all. */
  async named(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.attachments
      .createQueryBuilder('attachment')
      .select('attachment.sha256', 'sha256')
      .distinct()
      .where({ sha256: Any(sha256s), dateDeleted: IsNull() })
      .getRawMany<{ sha256: Buffer }>();
    return rows.map(({ sha256 }) => sha256);
  }
}
