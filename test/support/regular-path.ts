/** Header without effect that excludes a submission from the fast path. */
export const REGULAR_PATH: Readonly<Record<string, string>> = { 'Content-Encoding': 'identity' };

/** Both paths of a submission with the headers that select them, for `describe.each`. */
export const SUBMISSION_PATHS = [
  ['fast path', {}],
  ['regular path', REGULAR_PATH],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];

/** Headers of concurrent submissions that use both paths: even ones the fast path, odd ones the regular path. */
export const headersOfSender = (index: number): Readonly<Record<string, string>> =>
  SUBMISSION_PATHS[index % 2 === 0 ? 0 : 1][1];

/** Header of an empty body, which excludes a read from the fast path. */
export const REGULAR_PATH_READ: Readonly<Record<string, string>> = { 'Content-Length': '0' };
