/** A key that is written in base64 starts with this, as in the Standard Webhooks. */
const BASE64_KEY = 'whsec_';

/** The bytes of the key that a secret stands for. */
export function signingKey(secret: string): Buffer {
  return secret.startsWith(BASE64_KEY)
    ? Buffer.from(secret.slice(BASE64_KEY.length), 'base64')
    : Buffer.from(secret);
}

/** What of a delivery is signed: its identity, its moment (seconds) and its body. */
export function signedContent(id: string, seconds: number, body: string): string {
  return `${id}.${seconds}.${body}`;
}
