import { DataSource, type EntityManager } from 'typeorm';
import { Injectable } from '@nestjs/common';
import { ChangeFeed, type Subject } from './change-feed';

declare const opaque: unique symbol;

/** One open transaction, opaque to services: they hand it to repositories and can do nothing else with it. */
export interface Transaction {
  readonly [opaque]: 'transaction';
}

/** Runs a service's writes as one: all of them or none. */
export abstract class UnitOfWork {
  /** The promise settles after COMMIT; an answer to the caller follows it. */
  abstract run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

interface OpenTransaction {
  readonly manager: EntityManager;
  readonly touched: { subject: Subject; id: number }[];
}

const open = new WeakMap<Transaction, OpenTransaction>();

function openTransaction(transaction: Transaction): OpenTransaction {
  const found = open.get(transaction);
  if (found === undefined)
    throw new Error('The transaction has ended; keep its use inside unitOfWork.run().');
  return found;
}

/** The one seam through which a repository takes the connection out of a transaction. */
export function managerOf(transaction: Transaction): EntityManager {
  return openTransaction(transaction).manager;
}

/**
 * Says that what this process caches about a subject changes with the transaction. Other processes hear it from the
 * database's triggers; this one must not wait for the echo, for its client may ask again at once.
 */
export function touch(transaction: Transaction, subject: Subject, id: number): void {
  openTransaction(transaction).touched.push({ subject, id });
}

@Injectable()
export class TypeOrmUnitOfWork extends UnitOfWork {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {
    super();
  }

  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const touched: OpenTransaction['touched'] = [];
    const transaction = {} as Transaction;
    try {
      const result = await this.dataSource.transaction((manager) => {
        open.set(transaction, { manager, touched });
        return work(transaction);
      });
      for (const { subject, id } of touched) this.feed.announce(subject, id);
      return result;
    } finally {
      open.delete(transaction);
    }
  }
}
