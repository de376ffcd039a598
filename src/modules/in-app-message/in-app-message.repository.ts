import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { InAppMessageEntity } from '../../database/entities/in-app-message.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { PageWindow } from '../../domain/page';
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
  listAnnouncements(now: Date, { limit, start }: PageWindow): Promise<[InAppMessageEntity[], number]> {
    return this.messages.findAndCount({
      where: { recipientId: IsNull(), validUntil: MoreThan(now) },
      order: { validFrom: 'DESC', id: 'DESC' },
      take: limit,
      skip: start,
    });
  }

  /** @returns false when there is no such message, or it has ended */
  async end(uid: string, now: Date): Promise<boolean> {
    const open = { uid, recipientId: IsNull(), validUntil: MoreThan(now) };
    const { affected } = await this.messages.update(open, { validUntil: now });
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
