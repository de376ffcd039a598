import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
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

/** The one secret of an installation; keys for single purposes are derived from it. */
export class SecretKey {
  constructor(private readonly secret: string) {}

  /** 32 bytes for one purpose, unrelated to those of any other. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, '', purpose, 32));
  }

  /** Tells two secrets apart without telling either. */
  get fingerprint(): string {
    return createHash('sha256').update(this.derive('fingerprint')).digest('hex').slice(0, 32);
  }
}

const keptIn = (dataDir: string): string => join(dataDir, 'secret-key');

/** The secret given by the operator, else the one kept in the data folder; undefined when there is neither. */
export function findSecretKey(given: string | undefined, dataDir: string): SecretKey | undefined {
  if (given !== undefined) return new SecretKey(given);
  const path = keptIn(dataDir);
  return existsSync(path) ? new SecretKey(readFileSync(path, 'utf8').trim()) : undefined;
}

/** The same, else a new one that is kept in the data folder (decision 25). */
export function loadSecretKey(given: string | undefined, dataDir: string): SecretKey {
  return findSecretKey(given, dataDir) ?? makeSecretKey(dataDir);
}

/** Of several processes that begin on one folder the first one makes it: all others take that. */
function makeSecretKey(dataDir: string): SecretKey {
  const path = keptIn(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch {
    // Another one was first, or it is a file system without links.
    if (!existsSync(path)) renameSync(draft, path);
  }
  rmSync(draft, { force: true });
  return new SecretKey(readFileSync(path, 'utf8').trim());
}
