import { type EntityManager, DataSource } from 'typeorm';
import { Injectable } from '@nestjs/common';
import { type ChangeSubject, ChangeNotifications } from '../change-notifications';
import { type Transaction, UnitOfWork } from './unit-of-work.port';

export interface Invalidation {
  readonly subject: ChangeSubject;
  readonly id: number;
}

interface OpenTransaction {
  readonly manager: EntityManager;
  readonly invalidations: Invalidation[];
}

const open = new WeakMap<Transaction, OpenTransaction>();

function openTransaction(transaction: Transaction): OpenTransaction {
  const found = open.get(transaction);
  if (found === undefined) throw new Error('The transaction has ended: use it inside unitOfWork.run() only.');
  return found;
}

/** Runs `work` with a transaction handle that is valid until it settles. */
async function withTransaction<Result>(
  manager: EntityManager,
  invalidations: Invalidation[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = {} as Transaction;
  open.set(transaction, { manager, invalidations });
  try {
    return await work(transaction);
  } finally {
    open.delete(transaction);
  }
}

/** Unwraps the handle: for repositories only. @throws Error when the transaction has ended */
export function managerOf(transaction: Transaction): EntityManager {
  return openTransaction(transaction).manager;
}

/**
 * Invalidates this process's caches when the transaction commits, so that its client reads its own writes. Other processes
 * are notified by database triggers.
 */
export function invalidateOnCommit(transaction: Transaction, subject: ChangeSubject, id: number): void {
  openTransaction(transaction).invalidations.push({ subject, id });
}

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
