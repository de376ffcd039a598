import { derivedUid, derivedUuid } from './derived-uid';

describe('derivedUid', () => {
  it('is the same for the same parts only, in the form of a uid', () => {
    const uid = derivedUid('a', 'https://central.example.org', 'form', '1', 'wells');
    expect(uid).toMatch(/^a[2-9A-HJ-NP-Za-km-z]{21}$/);
    expect(derivedUid('a', 'https://central.example.org', 'form', '1', 'wells')).toBe(uid);
    expect(derivedUid('a', 'https://central.example.org', 'form', '11', 'ells')).not.toBe(uid);
  });
});

describe('derivedUuid', () => {
  it('has 32 hex digits', () => {
    expect(derivedUuid('a')).toMatch(/^[0-9a-f]{32}$/);
  });
});
