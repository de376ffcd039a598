declare const opaque: unique symbol;

/** Handle of an open transaction, opaque to services: only repositories can unwrap it. */
export interface Transaction {
  readonly [opaque]: 'transaction';
}

/** Runs a service's writes atomically. */
export abstract class UnitOfWork {
  /** Commits when `work` resolves and rolls back when it rejects. The promise settles after COMMIT or ROLLBACK. */
  abstract run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}
