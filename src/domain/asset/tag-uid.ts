import { createHash } from 'node:crypto';
import { generateUid, UID_PREFIX } from './uid';

/** Derives the uid of a tag from its name: tags have no table. */
export function tagUid(name: string): string {
  let round = 0;
  return generateUid(UID_PREFIX.tag, (length) => {
    round += 1;
    return createHash('sha256').update(`${round}:${name}`).digest().subarray(0, length);
  });
}
