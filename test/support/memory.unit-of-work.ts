import { type Transaction, UnitOfWork } from '../../src/database/unit-of-work/unit-of-work.port';

type Undo = () => void;

const open = new WeakMap<Transaction, Undo[]>();

/** Transactions over in-memory fakes: rolled back by undo steps. */
export class MemoryUnitOfWork extends UnitOfWork {
  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = {} as Transaction;
    const steps: Undo[] = [];
    open.set(transaction, steps);
    try {
      return await work(transaction);
    } catch (error) {
      for (const undo of steps.reverse()) undo();
      throw error;
    } finally {
      open.delete(transaction);
    }
  }
}

/** Adds an undo step to a transaction. @throws Error when the transaction has ended */
export function onRollback(transaction: Transaction, undo: Undo): void {
  const steps = open.get(transaction);
  if (steps === undefined) throw new Error('The transaction has ended.');
  steps.push(undo);
}
