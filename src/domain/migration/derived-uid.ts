import { hash } from 'node:crypto';
import { generateUid, type UidPrefix } from '../asset/uid';

/** Uid of what a source identifies otherwise: the same for the same parts, so that each run finds it again. */
export function derivedUid(prefix: UidPrefix, ...parts: readonly (string | number)[]): string {
  let block = 0;
  return generateUid(prefix, (length) =>
    hash('sha512', JSON.stringify([block++, ...parts]), 'buffer').subarray(0, length),
  );
}

/** Like a random uuid, without dashes. */
export function derivedUuid(...parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
