import { SecretKey } from './secret-key';
import { SecretBox } from './secret-box';

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
