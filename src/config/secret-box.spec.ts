import { SecretKey } from './secret-key';
import { SecretBox } from './secret-box';

const box = new SecretBox(new SecretKey('a'.repeat(64)));

describe('SecretBox', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    expect(box.open(box.seal('token'))).toBe('token');
    expect(box.seal('token').equals(box.seal('token'))).toBe(false);
  });

  it('opens nothing that was changed or sealed under another key', () => {
    const sealed = box.seal('token');
    const last = sealed.length - 1;
    sealed[last] = sealed[last]! ^ 1;
    expect(() => box.open(sealed)).toThrow();
    expect(() => new SecretBox(new SecretKey('b'.repeat(64))).open(box.seal('token'))).toThrow();
  });

  it('names credentials without confusing their parts', () => {
    expect(box.nameOf('ann', 'b:c')).not.toBe(box.nameOf('ann:b', 'c'));
    expect(box.nameOf('ann', 'x')).toBe(box.nameOf('ann', 'x'));
  });
});
