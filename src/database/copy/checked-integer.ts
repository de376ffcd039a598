/** COPY takes no parameters: integers are the only values in its text, checked against SQL injection. */
export function checkedInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer.`);
  return value;
}
