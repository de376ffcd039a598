import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Not, Repository } from 'typeorm';
import { SessionEntity } from '../../database/entities/session.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

@Injectable()
export class SessionRepository {
  constructor(@InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>) {}

  /** @returns false when the user has no such session */
  async delete(transaction: Transaction, id: number, userId: number): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(SessionEntity, { id, userId });
    invalidateOnCommit(transaction, 'user', userId);
    return affected === 1;
  }

  /** @param exceptId session to keep, if any */
  async deleteAll(transaction: Transaction, userId: number, exceptId: number | undefined): Promise<void> {
    const others = exceptId === undefined ? {} : { id: Not(exceptId) };
    await managerOf(transaction).delete(SessionEntity, { userId, ...others });
    invalidateOnCommit(transaction, 'user', userId);
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.sessions.delete({ dateExpires: LessThan(now) });
  }
}
