import { isApiToken, readSourceAddress, derivedUid, derivedUuid } from './source-types';

describe('readSourceAddress', () => {
  it.each([
    ['https://kf.example.org', 'https://kf.example.org'],
    [' https://kf.example.org/#/projects/home ', 'https://kf.example.org'],
    ['kf.example.org', 'https://kf.example.org'],
    ['http://10.1.2.3:8000/survey/', 'http://10.1.2.3:8000/survey'],
  ])('reads %s', (text, address) => expect(readSourceAddress(text)).toBe(address));

  it.each([
    '',
    'https://',
    'ftp://example.org',
    'https://ann:secret@example.org',
    'https://example.org/?a=1',
    'a b',
  ])('refuses %j', (text) => expect(readSourceAddress(text)).toBeUndefined());
});

describe('isApiToken', () => {
  it.each([
    ['0123456789abcdef', true],
    ['', false],
    ['two words', false],
    ['a\r\nX-Header: b', false],
    ['x'.repeat(501), false],
  ])('of %j is %s', (text, expected) => expect(isApiToken(text)).toBe(expected));
});

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
