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
