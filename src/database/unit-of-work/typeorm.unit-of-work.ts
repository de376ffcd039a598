import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../change-feed';
import { type Touched, whileOpen } from './open-transaction';
import { type Transaction, UnitOfWork } from './unit-of-work.port';

@Injectable()
export class TypeOrmUnitOfWork extends UnitOfWork {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {
    super();
  }

  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const touched: Touched[] = [];
    const result = await this.dataSource.transaction((manager) => whileOpen(manager, touched, work));
    for (const { subject, id } of touched) this.feed.announce(subject, id);
    return result;
  }
}
