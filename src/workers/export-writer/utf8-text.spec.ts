import fc from '../../../test/fixtures/fast-check';
import { Utf8Text } from './export-steps';

describe('Utf8Text', () => {
  it('concatenates its pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
        const text = new Utf8Text();
        for (const piece of pieces) text.append(piece);
        expect(Buffer.from(text.take()).toString()).toBe(pieces.join(''));
      }),
    );
  });

  it('grows beyond its initial capacity, and returns a copy', () => {
    const text = new Utf8Text();
    for (let each = 0; each < 3; each += 1) text.append('ß漢'.repeat(40_000));
    const bytes = text.take();
    expect(bytes.length).toBe(3 * 40_000 * 5);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    expect(text.take()).toHaveLength(0);
  });
});
