import { instanceHash } from './instance-document';

describe('instanceHash', () => {
  it('is the SHA-256 of its UTF-8 bytes', () => {
    const xml = '<d><a>é😀</a></d>';
    expect(instanceHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(instanceHash(xml)).toBe(instanceHash(Buffer.from(xml, 'utf8')));
    expect(instanceHash(xml)).not.toBe(instanceHash(xml + ' '));
  });
});
