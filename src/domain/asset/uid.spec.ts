import { randomBytes } from 'node:crypto';
import { generateUid, UID_PREFIX } from './uid';

describe('generateUid', () => {
  it.each(Object.values(UID_PREFIX))('generates prefix %s and 21 unambiguous characters', (prefix) => {
    const uid = generateUid(prefix, randomBytes);
    expect(uid).toMatch(new RegExp(`^${prefix}[2-9A-HJ-NP-Za-km-z]{21}$`));
  });

  it('rejects bytes that would bias the distribution', () => {
    // 255 is outside the fair range: only the 0 bytes may become characters.
    const draws = [255, 0, 255, 0];
    let drawn = 0;
    const uid = generateUid('a', (length) =>
      Uint8Array.from({ length }, () => draws[drawn++ % draws.length] ?? 0),
    );
    expect(uid).toBe(`a${'2'.repeat(21)}`);
  });

  it('generates 2000 distinct uids', () => {
    expect(new Set(Array.from({ length: 2000 }, () => generateUid('v', randomBytes))).size).toBe(2000);
  });
});
