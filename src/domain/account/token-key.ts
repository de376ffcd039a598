import { hash } from 'node:crypto';
import type { RandomBytes } from '../asset/uid';

/** 160 random bits cannot be guessed, so that a fast hash suffices. */
const KEY_BYTES = 20;

/** A new API key: 40 hexadecimal digits, as existing clients expect (contract-clients 4). */
export function generateKey(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
}

/** SHA-256 of a key, under which it is stored and looked up (decision 23). */
export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
