/** Header without effect, by which a small form is read as a stream instead of from memory. */
export const AS_STREAM: Readonly<Record<string, string>> = { 'Content-Encoding': 'identity' };

/** Both ways of reading a small form with the headers that select them, for `describe.each`. */
export const FORM_READERS = [
  ['form from memory', {}],
  ['form as a stream', AS_STREAM],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];

/** Headers of concurrent submissions that are read both ways: even ones from memory, odd ones as a stream. */
export const headersOfSender = (index: number): Readonly<Record<string, string>> =>
  FORM_READERS[index % 2 === 0 ? 0 : 1][1];
