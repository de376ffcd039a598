import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from './secret-key';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must be shown again, and names secrets in memory without holding them. */
@Injectable()
export class SecretBox {
  private readonly encryption: Buffer;
  private readonly naming: Buffer;

  constructor(key: SecretKey) {
    this.encryption = key.derive('token encryption');
    this.naming = key.derive('credential names');
  }

  /** AES-256-GCM: nonce, tag, cipher text. */
  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.encryption, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the bytes were sealed under another key or changed. */
  open(sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryption, nonce);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  }

  /** A key for caches that gives the secret away to nobody who reads the memory. */
  nameOf(...secrets: string[]): string {
    return createHmac('sha256', this.naming).update(JSON.stringify(secrets)).digest('base64');
  }
}
