import { createHash } from 'node:crypto';
import { makeUid, UID_PREFIX } from './uid';

/** The uid of a tag follows from its name, the same for everybody: tags are kept nowhere by themselves. */
export function tagUid(name: string): string {
  let round = 0;
  return makeUid(UID_PREFIX.tag, (length) => {
    round += 1;
    return createHash('sha256').update(`${round}:${name}`).digest().subarray(0, length);
  });
}
