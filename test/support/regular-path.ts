/** Header without effect that excludes a submission from the fast path. */
export const REGULAR_PATH: Readonly<Record<string, string>> = { 'Content-Encoding': 'identity' };

let sent = 0;

/** Headers that alternate between the fast path and the regular path. */
export function alternatePaths(): Readonly<Record<string, string>> {
  sent += 1;
  return sent % 2 === 0 ? REGULAR_PATH : {};
}

/** Header of an empty body, which excludes a read from the fast path. */
export const REGULAR_PATH_READ: Readonly<Record<string, string>> = { 'Content-Length': '0' };
