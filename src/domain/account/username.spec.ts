import { assertUsername } from './username';

describe('assertUsername', () => {
  it.each(['ann', 'a_b', 'ann.smith', 'x-9', '_under', 'a'.repeat(150)])('accepts %s', (username) => {
    expect(() => assertUsername(username)).not.toThrow();
  });

  it.each([
    '',
    'ab',
    '9lives',
    'Ann',
    'a b',
    'ann@x',
    'ann.json',
    'ann.xml',
    '../x',
    '.hidden',
    'é_é_é',
    'a'.repeat(151),
    'token',
    'formlist',
    'assets',
  ])('rejects %j', (username) => {
    expect(() => assertUsername(username)).toThrow(
      expect.objectContaining({ fields: { username: [expect.any(String)] } }),
    );
  });
});
