import { type Transaction, UnitOfWork } from './unit-of-work.port';

type Undo = () => void;

const open = new WeakMap<Transaction, Undo[]>();

/** Transactions over what fakes keep in memory: what was done in one is undone when it fails. */
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

/** Says how a step of a transaction is undone. @throws Error when the transaction has ended */
export function onRollback(transaction: Transaction, undo: Undo): void {
  const steps = open.get(transaction);
  if (steps === undefined) throw new Error('The transaction has ended.');
  steps.push(undo);
}
