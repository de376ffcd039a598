import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from './secret-key';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that must be shown again, and derives cache keys from secrets. */
@Injectable()
export class SecretBox {
  private readonly encryptionKey: Buffer;
  private readonly hmacKey: Buffer;

  constructor(key: SecretKey) {
    this.encryptionKey = key.derive('token encryption');
    this.hmacKey = key.derive('credential names');
  }

  /** AES-256-GCM. @returns nonce, tag, ciphertext */
  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the bytes were sealed with another key or modified */
  open(sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, nonce);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  }

  /** HMAC-SHA-256 as cache key, so that the secrets themselves are not retained in memory. */
  hmac(...secrets: string[]): string {
    return createHmac('sha256', this.hmacKey).update(JSON.stringify(secrets)).digest('base64');
  }
}
