import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeNotifications } from '../change-notifications';
import { type Invalidation, withTransaction } from './open-transaction';
import { type Transaction, UnitOfWork } from './unit-of-work.port';

@Injectable()
export class TypeOrmUnitOfWork extends UnitOfWork {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: ChangeNotifications,
  ) {
    super();
  }

  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const invalidations: Invalidation[] = [];
    const result = await this.dataSource.transaction((manager) =>
      withTransaction(manager, invalidations, work),
    );
    for (const { subject, id } of invalidations) this.notifications.publish(subject, id);
    return result;
  }
}
