import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, Repository } from 'typeorm';
import { InAppMessageEntity } from '../../database/entities/in-app-message.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type NewMessage = Omit<InAppMessageEntity, 'id'>;

@Injectable()
export class InAppMessageRepository {
  constructor(
    @InjectRepository(InAppMessageEntity) private readonly messages: Repository<InAppMessageEntity>,
  ) {}

  async insert(transaction: Transaction, message: NewMessage): Promise<void> {
    await managerOf(transaction).insert(InAppMessageEntity, { ...message });
  }

  /** Messages to all users that have not ended, newest first. */
  listAnnouncements(now: Date): Promise<InAppMessageEntity[]> {
    return this.messages
      .createQueryBuilder('message')
      .where('message.recipientId IS NULL AND message.validUntil > :now', { now })
      .orderBy('message.validFrom', 'DESC')
      .addOrderBy('message.id', 'DESC')
      .getMany();
  }

  /** @returns false when there is no such message, or it has ended */
  async end(uid: string, now: Date): Promise<boolean> {
    const { affected } = await this.messages.update({ uid, validUntil: MoreThan(now) }, { validUntil: now });
    return affected === 1;
  }

  async endOfInvite(transaction: Transaction, inviteUid: string, now: Date): Promise<void> {
    const open = { inviteUid, validUntil: MoreThan(now) };
    await managerOf(transaction).update(InAppMessageEntity, open, { validUntil: now });
  }

  async deleteEndedBefore(time: Date): Promise<void> {
    await this.messages.delete({ validUntil: LessThan(time) });
  }
}
