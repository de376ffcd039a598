import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecretKey, SecretKey, SecretBox } from './secret-key';

describe('loadSecretKey', () => {
  let folder: string;

  beforeEach(() => (folder = fs.mkdtempSync(join(tmpdir(), 'fieldhouse-secret-'))));
  afterEach(() => {
    jest.restoreAllMocks();
    fs.rmSync(folder, { recursive: true });
  });

  it('creates the key once, readable by its user only, and loads it again', () => {
    const { fingerprint } = loadSecretKey({ DATA_DIR: folder });
    expect(loadSecretKey({ DATA_DIR: folder }).fingerprint).toBe(fingerprint);
    expect(fs.readdirSync(folder)).toEqual(['secret-key']);
    expect(fs.statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  it('loads the key that another process created concurrently', () => {
    const others = 'theirs'.repeat(6);
    fs.writeFileSync(join(folder, 'secret-key'), others);
    jest.spyOn(fs, 'existsSync').mockReturnValueOnce(false);
    expect(loadSecretKey({ DATA_DIR: folder }).fingerprint).toBe(new SecretKey(others).fingerprint);
    expect(fs.readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(others);
    expect(fs.readdirSync(folder)).toEqual(['secret-key']);
  });
});

const box = new SecretBox(new SecretKey('a'.repeat(64)));

describe('SecretBox', () => {
  it('decrypts what it encrypted, with a different ciphertext each time', () => {
    expect(box.open(box.seal('token'))).toBe('token');
    expect(box.seal('token').equals(box.seal('token'))).toBe(false);
  });

  it('rejects modified bytes, and those of another key', () => {
    const sealed = box.seal('token');
    const last = sealed.length - 1;
    sealed[last] = sealed[last]! ^ 1;
    expect(() => box.open(sealed)).toThrow();
    expect(() => new SecretBox(new SecretKey('b'.repeat(64))).open(box.seal('token'))).toThrow();
  });

  it('derives different cache keys when the same text is split differently', () => {
    expect(box.hmac('ann', 'b:c')).not.toBe(box.hmac('ann:b', 'c'));
    expect(box.hmac('ann', 'x')).toBe(box.hmac('ann', 'x'));
  });
});
