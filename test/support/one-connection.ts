import { AsyncLocalStorage } from 'node:async_hooks';
import type { INestApplication } from '@nestjs/common';
import { Pool } from 'pg';
import { type Transaction, UnitOfWork } from '../../src/database/unit-of-work/unit-of-work.port';

/** Work inside a transaction, as long as that is open. */
interface Span {
  isOpen: boolean;
  readonly tell: (second: Error) => void;
}

type Connect = (...given: unknown[]) => unknown;

const spans = new AsyncLocalStorage<Span>();
const connect = Reflect.get(Pool.prototype, 'connect') as Connect;

Pool.prototype.connect = function (this: Pool, ...given: unknown[]): unknown {
  const span = spans.getStore();
  if (span?.isOpen === true) span.tell(deepError());
  return connect.apply(this, given);
} as Pool['connect'];

/**
 * Watches that what a service does inside a transaction takes no second connection, out of whatever pool. As many at once as
 * there are connections would each hold one and wait for one more: nobody had any until the bounds ended them (503).
 */
export class OneConnection {
  private readonly seconds: Error[] = [];

  constructor(nest: INestApplication) {
    const units = nest.get(UnitOfWork);
    const run = units.run.bind(units);
    units.run = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
      run((transaction) => {
        const span: Span = { isOpen: true, tell: (second) => this.seconds.push(second) };
        return spans
          .run(span, () => work(transaction))
          .finally(() => {
            span.isOpen = false;
          });
      });
  }

  /** @throws Error with the place where a second connection was asked for first */
  assertNoSecond(): void {
    const [first] = this.seconds;
    if (first !== undefined) throw first;
  }
}

/** Runs work that is inside a transaction by the test's doing only, and has a connection of its own. */
export function apart<Result>(work: () => Result): Result {
  return spans.run({ isOpen: false, tell: () => undefined }, work);
}

/** With the way to it: the driver alone takes up the usual ten lines. */
function deepError(): Error {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const error = new Error(
    'Work inside a transaction asked for a second connection; hand the transaction on.',
  );
  Error.stackTraceLimit = usual;
  return error;
}
