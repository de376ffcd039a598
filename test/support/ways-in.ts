/**
 * What keeps a submission from the light way in and means nothing else: whoever sends it goes the general way, where
 * Express and Nest stand.
 */
export const GENERAL_WAY: Readonly<Record<string, string>> = { 'Content-Encoding': 'identity' };

let sent = 0;

/** The headers of one submission after the other: by turns they go the light way, if they are plain, and the general one. */
export function byTurns(): Readonly<Record<string, string>> {
  sent += 1;
  return sent % 2 === 0 ? GENERAL_WAY : {};
}

/** The same for what only reads: an empty body keeps it from the light way in, and means nothing else. */
export const GENERAL_READ: Readonly<Record<string, string>> = { 'Content-Length': '0' };
