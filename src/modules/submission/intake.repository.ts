import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository } from 'typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { SubmissionEntity } from '../../database/entities/submission.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** What is stored under a root uuid, as far as a repeated submission is compared with it. */
export interface StoredSubmission {
  readonly id: number;
  readonly xmlHash: Buffer;
  readonly submittedAt: Date;
  readonly json: string;
  readonly attachments: readonly StoredAttachment[];
}

export type StoredAttachment = Pick<
  AttachmentEntity,
  'uid' | 'name' | 'mimetype' | 'sha256' | 'questionXpath'
>;

/** What intake asks about submissions that are stored already. */
@Injectable()
export class IntakeRepository {
  constructor(
    @InjectRepository(AttachmentEntity) private readonly attachments: Repository<AttachmentEntity>,
  ) {}

  /** The submission of this root uuid, locked against other changes until the transaction ends. */
  async lock(
    transaction: Transaction,
    assetId: number,
    rootUuid: string,
  ): Promise<StoredSubmission | undefined> {
    const manager = managerOf(transaction);
    const stored = await manager.findOne(SubmissionEntity, {
      select: { assetId: true, id: true, xmlHash: true, dateSubmitted: true, json: true },
      where: { assetId, rootUuid },
      lock: { mode: 'pessimistic_write' },
    });
    if (stored === null) return undefined;
    const { id, xmlHash, dateSubmitted: submittedAt, json } = stored;
    const attachments = await manager.find(AttachmentEntity, {
      where: { assetId, submissionId: id },
      order: { dateCreated: 'ASC', name: 'ASC' },
    });
    return { id, xmlHash, submittedAt, json, attachments };
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
