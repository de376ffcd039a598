import type { Type } from '@nestjs/common';
import type { Transaction } from '../../../src/database/unit-of-work/unit-of-work.port';

/** Argument lists for every method, one per statement variant. */
type Calls<Target> = {
  readonly [Method in keyof Target]: Target[Method] extends (...given: infer Given) => unknown
    ? readonly [Given, ...Given[]]
    : never;
};

/** Class that queries the database, with sample calls of its methods. */
export interface Samples {
  readonly target: Type<object>;
  /** @param transaction open during the calls, rolled back afterwards */
  readonly calls: (transaction: Transaction) => Readonly<Record<string, readonly (readonly unknown[])[]>>;
}

/** Sample calls of all methods of a class; a missing one does not compile. */
export function samplesOf<Target extends object>(
  target: Type<Target>,
  calls: (transaction: Transaction) => Calls<Target>,
): Samples {
  return { target, calls };
}
