import { parseTargetUrl } from './target-url';

describe('parseTargetUrl', () => {
  it.each([
    ['https://example.org/été.xlsx', 'https://example.org/%C3%A9t%C3%A9.xlsx'],
    ['https://example.org/a b?q=é', 'https://example.org/a%20b?q=%C3%A9'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://example.org/%C3%A9', 'https://example.org/%C3%A9'],
    ['https://example.org/100%', 'https://example.org/100%'],
    [
      'https://example.org/日本?名=字#部',
      'https://example.org/%E6%97%A5%E6%9C%AC?%E5%90%8D=%E5%AD%97#%E9%83%A8',
    ],
    ['HTTPS://EXAMPLE.org:443/<x>', 'https://example.org/%3Cx%3E'],
  ])('encodes %s', (text, url) => {
    expect(parseTargetUrl(text).href).toBe(url);
  });

  it.each([
    'https://example.org/a\nb',
    'https://example.org\\@127.0.0.1/',
    ' https://example.org/',
    'https://exa mple.org/',
    'https://xn--a.example/',
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
