import { createHash } from 'node:crypto';
import type { RandomBytes } from '../asset/uid';

/** 160 bits: nobody guesses one, so that a plain hash of it is as good as a slow one. */
const KEY_BYTES = 20;

/** A new key for programs: 40 hexadecimal digits, the form that existing clients know (contract-clients 4). */
export function makeKey(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
}

/** SHA-256: what is kept of a key, and what it is found by (decision 23). */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
