import { randomBytes } from 'node:crypto';
import { hashOfKey, generateKey } from './token-key';

describe('API key', () => {
  it('has 40 hexadecimal digits and is unique', () => {
    expect(generateKey(randomBytes)).toMatch(/^[0-9a-f]{40}$/);
    expect(generateKey(randomBytes)).not.toBe(generateKey(randomBytes));
  });

  it('is hashed with SHA-256', () => {
    expect(hashOfKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
