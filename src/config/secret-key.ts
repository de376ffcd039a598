import {
  readFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  createCipheriv,
  createDecipheriv,
  createHmac,
} from 'node:crypto';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';

/** Secret variables; `<name>_FILE` may name a file with the value instead (Docker secrets). */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SECRET_KEY',
  'SECRET_KEY_FALLBACKS',
  'SUPERUSER_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ENKETO_API_KEY',
  'SMTP_URL',
];

export interface Variables {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** One message for each unusable file. */
  readonly problems: readonly string[];
}

/** Reads secrets from files, without the line break that editors append. */
export function withSecretFiles(given: Readonly<Record<string, string | undefined>>): Variables {
  const variables = { ...given };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (given[name] !== undefined && given[name] !== '') {
      problems.push(`${name} and ${name}_FILE are both set. Unset one of them.`);
      continue;
    }
    try {
      variables[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${name}_FILE=${path} cannot be read (${code}). Name a file that this process may read.`);
    }
  }
  return { variables, problems };
}

/** Secret of the installation; keys are derived from it by purpose (HKDF). */
export class SecretKey {
  /** @param fallbacks former secrets, or one to come: they open and verify, and seal and sign nothing */
  constructor(
    private readonly secret: string,
    private readonly fallbacks: readonly string[] = [],
  ) {}

  /** 32 bytes, independent of those of other purposes. */
  derive(purpose: string): Buffer {
    return deriveKey(this.secret, purpose);
  }

  /** That of `derive`, then those of the fallbacks. */
  deriveAll(purpose: string): readonly [Buffer, ...Buffer[]] {
    return [this.derive(purpose), ...this.fallbacks.map((secret) => deriveKey(secret, purpose))];
  }

  /** Compares secrets without revealing them. */
  get fingerprint(): string {
    return this.fingerprints[0]!;
  }

  /** With those of the fallbacks. */
  get fingerprints(): string[] {
    return this.deriveAll('fingerprint').map((key) => hash('sha256', key).slice(0, 32));
  }
}

const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Settings of the secret key; fallbacks are separated by commas. */
export interface SecretKeySettings {
  readonly SECRET_KEY?: string;
  readonly SECRET_KEY_FALLBACKS?: string;
  readonly DATA_DIR: string;
}

export const readFallbacks = (text = ''): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Name of the stored setting with the fingerprint of the key that everything was last sealed with. */
export const KEY_SETTING = 'secret key fingerprint';

const keyPath = (dataDir: string): string => join(dataDir, 'secret-key');

/** The secret set by the operator, else the one stored in the data folder; undefined without either. */
export function findSecretKey(settings: SecretKeySettings): SecretKey | undefined {
  const secret = settings.SECRET_KEY ?? storedSecret(resolve(settings.DATA_DIR));
  return secret === undefined
    ? undefined
    : new SecretKey(secret, readFallbacks(settings.SECRET_KEY_FALLBACKS));
}

function storedSecret(dataDir: string): string | undefined {
  const path = keyPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/** Finds the secret; otherwise generates one and stores it in the data folder (decision 25). */
export function loadSecretKey(settings: SecretKeySettings): SecretKey {
  const found = findSecretKey(settings);
  if (found !== undefined) return found;
  return new SecretKey(
    createSecret(resolve(settings.DATA_DIR)),
    readFallbacks(settings.SECRET_KEY_FALLBACKS),
  );
}

/** Safe for processes that start concurrently on one folder: `link` fails for all but the first, whose key all use. */
function createSecret(dataDir: string): string {
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
  return readFileSync(path, 'utf8').trim();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that must be shown again, and derives cache keys from secrets. */
@Injectable()
export class SecretBox {
  private readonly encryptionKeys: readonly [Buffer, ...Buffer[]];
  private readonly hmacKey: Buffer;

  constructor(key: SecretKey) {
    this.encryptionKeys = key.deriveAll('token encryption');
    this.hmacKey = key.derive('credential names');
  }

  /** AES-256-GCM. @returns nonce, tag, ciphertext */
  seal(text: string): Buffer {
    return this.encrypt(text, randomBytes(NONCE_BYTES));
  }

  /** Like `seal`, with the same bytes for the same text: they reveal no more than that texts are equal. */
  sealSame(text: string): Buffer {
    return this.encrypt(
      text,
      createHmac('sha256', this.hmacKey).update(text).digest().subarray(0, NONCE_BYTES),
    );
  }

  private encrypt(text: string, nonce: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKeys[0], nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the bytes were sealed with an unknown key or modified */
  open(sealed: Buffer): string {
    const [key, ...fallbacks] = this.encryptionKeys;
    try {
      return decrypt(sealed, key);
    } catch (error) {
      for (const each of fallbacks) {
        try {
          return decrypt(sealed, each);
        } catch {
          // The next one.
        }
      }
      throw error;
    }
  }

  /** Whether the secret key itself sealed it, not a fallback. */
  isCurrent(sealed: Buffer): boolean {
    try {
      decrypt(sealed, this.encryptionKeys[0]);
      return true;
    } catch {
      return false;
    }
  }

  /** HMAC-SHA-256 as cache key, so that the secrets themselves are not retained in memory. */
  hmac(...secrets: string[]): string {
    return createHmac('sha256', this.hmacKey).update(JSON.stringify(secrets)).digest('base64');
  }
}

function decrypt(sealed: Buffer, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString('utf8');
}
