/** Prefix of base64 secrets in Standard Webhooks. */
const BASE64_KEY_PREFIX = 'whsec_';

/** HMAC key of a secret. */
export function signingKey(secret: string): Buffer {
  return secret.startsWith(BASE64_KEY_PREFIX)
    ? Buffer.from(secret.slice(BASE64_KEY_PREFIX.length), 'base64')
    : Buffer.from(secret);
}

/** Signed content of a delivery as defined by Standard Webhooks. @param seconds Unix timestamp */
export function signedContent(id: string, seconds: number, body: string): string {
  return `${id}.${seconds}.${body}`;
}
