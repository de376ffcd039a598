import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, IsNull, Repository } from 'typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type StoredAttachment = Pick<
  AttachmentEntity,
  'submissionId' | 'uid' | 'name' | 'nameKey' | 'mimetype' | 'byteSize' | 'sha256' | 'questionXpath'
>;

/** Files that came with submissions. */
@Injectable()
export class AttachmentRepository {
  constructor(
    @InjectRepository(AttachmentEntity) private readonly attachments: Repository<AttachmentEntity>,
  ) {}

  /** The files of these submissions that no edit has dropped, of each in the order in which they came. */
  live(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<StoredAttachment[]> {
    return managerOf(transaction).find(AttachmentEntity, {
      where: { assetId, submissionId: Any(submissionIds), dateDropped: IsNull() },
      order: { dateCreated: 'ASC', name: 'ASC' },
    });
  }

  /** Of these hashes, those that an attachment of any asset names: the same bytes are kept once for all. */
  async named(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.attachments
      .createQueryBuilder('attachment')
      .select('attachment.sha256', 'sha256')
      .distinct()
      .where({ sha256: Any(sha256s) })
      .getRawMany<{ sha256: Buffer }>();
    return rows.map(({ sha256 }) => sha256);
  }
}
