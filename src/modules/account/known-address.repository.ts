import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { KnownAddressEntity } from '../../database/entities/known-address.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

@Injectable()
export class KnownAddressRepository {
  constructor(
    @InjectRepository(KnownAddressEntity) private readonly addresses: Repository<KnownAddressEntity>,
  ) {}

  async deleteSeenBefore(date: Date): Promise<void> {
    await this.addresses.delete({ dateSeen: LessThan(date) });
  }

  async deleteByUser(transaction: Transaction, userId: number): Promise<void> {
    await managerOf(transaction).delete(KnownAddressEntity, { userId });
  }
}
