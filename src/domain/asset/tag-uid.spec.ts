import { tagUid } from './tag-string';

describe('tagUid', () => {
  it('is deterministic and differs between names', () => {
    expect(tagUid('water')).toMatch(/^t[2-9A-HJ-NP-Za-km-z]{21}$/);
    expect(tagUid('water')).toBe(tagUid('water'));
    expect(new Set(['water', 'Water', 'water ', ''].map(tagUid)).size).toBe(4);
  });
});
