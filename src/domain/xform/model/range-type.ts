import { Compilation } from '../compilation';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

const FRACTION = /\./;

/** Bind type of a range: decimal if any of its parameters has a fraction, else int. */
export function rangeBindType(compilation: Compilation, question: FormQuestion): string {
  const { values } = readParameters(compilation, question);
  const numbers = ['start', 'end', 'step', 'tick_interval', 'placeholder'].map(
    (key) => values.get(key) ?? '',
  );
  return numbers.some((number) => FRACTION.test(number)) ? 'decimal' : 'int';
}
