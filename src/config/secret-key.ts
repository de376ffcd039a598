import {
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  createCipheriv,
  createDecipheriv,
  createHmac,
} from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** Secret of the installation; keys are derived from it by purpose (HKDF). */
export class SecretKey {
  constructor(private readonly secret: string) {}

  /** 32 bytes, independent of those of other purposes. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, '', purpose, 32));
  }

  /** Compares secrets without revealing them. */
  get fingerprint(): string {
    return hash('sha256', this.derive('fingerprint')).slice(0, 32);
  }
}

const keyPath = (dataDir: string): string => join(dataDir, 'secret-key');

/** The secret set by the operator, else the one stored in the data folder; undefined without either. */
export function findSecretKey(given: string | undefined, dataDir: string): SecretKey | undefined {
  if (given !== undefined) return new SecretKey(given);
  const path = keyPath(dataDir);
  return existsSync(path) ? new SecretKey(readFileSync(path, 'utf8').trim()) : undefined;
}

/** Finds the secret; otherwise generates one and stores it in the data folder (decision 25). */
export function loadSecretKey(given: string | undefined, dataDir: string): SecretKey {
  return findSecretKey(given, dataDir) ?? createSecretKey(dataDir);
}

/** Safe for processes that start concurrently on one folder: `link` fails for all but the first, whose key all use. */
function createSecretKey(dataDir: string): SecretKey {
  const path = keyPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch {
    // Another process was first, or the file system has no links.
    if (!existsSync(path)) renameSync(draft, path);
  }
  rmSync(draft, { force: true });
  return new SecretKey(readFileSync(path, 'utf8').trim());
}

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
