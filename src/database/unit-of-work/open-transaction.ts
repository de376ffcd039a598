import type { EntityManager } from 'typeorm';
import type { Subject } from '../change-feed';
import type { Transaction } from './unit-of-work.port';

/** Something that processes cache, and that a transaction changes. */
export interface Touched {
  readonly subject: Subject;
  readonly id: number;
}

interface OpenTransaction {
  readonly manager: EntityManager;
  readonly touched: Touched[];
}

const open = new WeakMap<Transaction, OpenTransaction>();

function openTransaction(transaction: Transaction): OpenTransaction {
  const found = open.get(transaction);
  if (found === undefined)
    throw new Error('The transaction has ended; keep its use inside unitOfWork.run().');
  return found;
}

/** Runs `work` with a transaction that repositories can use until it settles. */
export async function whileOpen<Result>(
  manager: EntityManager,
  touched: Touched[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = {} as Transaction;
  open.set(transaction, { manager, touched });
  try {
    return await work(transaction);
  } finally {
    open.delete(transaction);
  }
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
