import { randomBytes } from 'node:crypto';
import { makeUid, UID_PREFIX } from './uid';

describe('makeUid', () => {
  it.each(Object.values(UID_PREFIX))('makes prefix %s and 21 characters that nobody mixes up', (prefix) => {
    const uid = makeUid(prefix, randomBytes);
    expect(uid).toMatch(new RegExp(`^${prefix}[2-9A-HJ-NP-Za-km-z]{21}$`));
  });

  it('draws again instead of favouring the first letters', () => {
    // 255 is outside the fair range: only the 0 bytes may become characters.
    const draws = [255, 0, 255, 0];
    let turn = 0;
    const uid = makeUid('a', (length) =>
      Uint8Array.from({ length }, () => draws[turn++ % draws.length] ?? 0),
    );
    expect(uid).toBe(`a${'2'.repeat(21)}`);
  });

  it('never repeats itself in 2000 draws', () => {
    expect(new Set(Array.from({ length: 2000 }, () => makeUid('v', randomBytes))).size).toBe(2000);
  });
});
