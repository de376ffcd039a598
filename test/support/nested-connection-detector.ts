import { AsyncLocalStorage } from 'node:async_hooks';
import type { INestApplication } from '@nestjs/common';
import { Pool } from 'pg';
import { type Transaction, UnitOfWork } from '../../src/database/unit-of-work/unit-of-work.port';

interface TransactionSpan {
  isOpen: boolean;
  readonly report: (nested: Error) => void;
}

type Connect = (...given: unknown[]) => unknown;

const spans = new AsyncLocalStorage<TransactionSpan>();
const connect = Reflect.get(Pool.prototype, 'connect') as Connect;

Pool.prototype.connect = function (this: Pool, ...given: unknown[]): unknown {
  const span = spans.getStore();
  if (span?.isOpen === true) span.report(errorWithLongStack());
  return connect.apply(this, given);
} as Pool['connect'];

/**
 * Detects a second connection inside a transaction: concurrent requests that hold one and wait for another
 * deadlock until they time out (503).
 */
export class NestedConnectionDetector {
  private readonly nested: Error[] = [];

  constructor(nest: INestApplication) {
    const units = nest.get(UnitOfWork);
    const run = units.run.bind(units);
    units.run = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
      run((transaction) => {
        const span: TransactionSpan = { isOpen: true, report: (nested) => this.nested.push(nested) };
        return spans
          .run(span, () => work(transaction))
          .finally(() => {
            span.isOpen = false;
          });
      });
  }

  /** @throws Error with the stack of the first nested connection */
  assertNone(): void {
    const [first] = this.nested;
    if (first !== undefined) throw first;
  }
}

/** Runs work that is inside a transaction of the test only and may take a connection of its own. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return spans.run({ isOpen: false, report: () => undefined }, work);
}

/** Error with a long stack: driver frames fill the default ten. */
function errorWithLongStack(): Error {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const error = new Error('Work inside a transaction took a second connection. Pass the transaction on.');
  Error.stackTraceLimit = usual;
  return error;
}
