import type { Type } from '@nestjs/common';
import type { Transaction } from '../../../src/database/unit-of-work/unit-of-work.port';

/** For every method at least one list of arguments; several where it has several statements to choose from. */
type Calls<Asked> = {
  readonly [Method in keyof Asked]: Asked[Method] extends (...given: infer Given) => unknown
    ? readonly [Given, ...Given[]]
    : never;
};

/** One class that asks the database, and how each of its methods is called to hear what it asks. */
export interface Samples {
  readonly asked: Type<object>;
  /** @param transaction open while the methods run, and rolled back afterwards */
  readonly calls: (transaction: Transaction) => Readonly<Record<string, readonly (readonly unknown[])[]>>;
}

/** Calls of all methods of a class: one that is left out does not compile. */
export function samplesOf<Asked extends object>(
  asked: Type<Asked>,
  calls: (transaction: Transaction) => Calls<Asked>,
): Samples {
  return { asked, calls };
}
