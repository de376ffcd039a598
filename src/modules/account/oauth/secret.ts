import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** Generates a code, token or client secret: 256 random bits in hex, which needs no URL encoding. */
export function generateSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** SHA-256 suffices, since the secret is random. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function matchesSecret(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
