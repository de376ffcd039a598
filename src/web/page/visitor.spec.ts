import { localPath } from './visitor';

describe('localPath', () => {
  it.each(['/token/', '/o/authorize/?client_id=a&state=%2F%2Fb', '/a?b=c'])('accepts %s', (path) => {
    expect(localPath(path, '/')).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\b',
    'javascript:alert(1)',
    'token/',
    '/a\r\nSet-Cookie: b=c',
    ' /a',
    '',
    undefined,
    ['/a'],
  ])('replaces %j with the fallback', (path) => {
    expect(localPath(path, '/token/')).toBe('/token/');
  });

  it('resolves dots without leaving the host', () => {
    expect(localPath('/../../a', '/')).toBe('/a');
    expect(localPath('/.//evil.example', '/token/')).toBe('/token/');
  });
});
