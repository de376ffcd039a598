import { Compilation } from '../compilation';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

const FRACTION = /\./;

/** int, or decimal as soon as one of the numbers has a fraction. */
export function rangeBindType(compilation: Compilation, question: FormQuestion): string {
  const { values } = readParameters(compilation, question);
  const numbers = ['start', 'end', 'step', 'tick_interval', 'placeholder'].map(
    (key) => values.get(key) ?? '',
  );
  return numbers.some((number) => FRACTION.test(number)) ? 'decimal' : 'int';
}
