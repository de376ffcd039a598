/** COPY takes no parameters: the only values in its text are integers, checked here. */
export function checkedInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number.`);
  return value;
}
