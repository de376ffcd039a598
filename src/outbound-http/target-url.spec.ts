import { parseTargetUrl } from './target-url';

describe('parseTargetUrl', () => {
  it.each([
    ['https://example.org/été.xlsx', 'https://example.org/%C3%A9t%C3%A9.xlsx'],
    ['https://example.org/a b?q=é', 'https://example.org/a%20b?q=%C3%A9'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://example.org/%C3%A9', 'https://example.org/%C3%A9'],
  ])('encodes %s', (text, url) => {
    expect(parseTargetUrl(text).href).toBe(url);
  });

  it.each([
    'https://example.org/a\nb',
    'https://example.org\\@127.0.0.1/',
    ' https://example.org/',
    'https://example.org/\u0000',
    'ftp://example.org/',
    'https://user@example.org/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://0x7f.1/',
  ])('refuses %j', (text) => {
    expect(() => parseTargetUrl(text)).toThrow('download URL');
  });
});
