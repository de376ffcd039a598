import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Not, Repository } from 'typeorm';
import { SessionEntity } from '../../database/entities/session.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

@Injectable()
export class SessionRepository {
  constructor(@InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>) {}

  async delete(transaction: Transaction, id: number, userId: number): Promise<void> {
    await managerOf(transaction).delete(SessionEntity, { id });
    touch(transaction, 'user', userId);
  }

  async deleteOthers(transaction: Transaction, id: number, userId: number): Promise<void> {
    await managerOf(transaction).delete(SessionEntity, { id: Not(id), userId });
    touch(transaction, 'user', userId);
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.sessions.delete({ dateExpires: LessThan(now) });
  }
}
