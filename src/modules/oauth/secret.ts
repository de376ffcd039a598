import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/**
 * A new code, token or secret of 256 random bits, in letters and digits alone: no client has to encode it, and those that
 * do so needlessly do no harm.
 */
export function makeSecret(): string {
  return randomBytes(BYTES).toString('hex');
}

/** What is kept of a secret. It needs no salt and no slow hash, for nobody can guess what is random. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function isSecret(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
