import { assertUsername, readUserSearch } from './username';

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

const BOTH = ['username', 'email'];

describe('readUserSearch', () => {
  it.each([
    ['', { kind: 'part', fields: BOTH, text: '' }],
    [' ann ', { kind: 'part', fields: BOTH, text: 'ann' }],
    ['username:ann', { kind: 'exact', field: 'username', text: 'ann' }],
    ['username:"ann smith"', { kind: 'exact', field: 'username', text: 'ann smith' }],
    ["email:'ann@example.org'", { kind: 'exact', field: 'email', text: 'ann@example.org' }],
    ['username__icontains:An', { kind: 'part', fields: ['username'], text: 'An' }],
    ['username: ann', { kind: 'part', fields: BOTH, text: 'username: ann' }],
    ['id:1', { kind: 'part', fields: BOTH, text: 'id:1' }],
  ])('reads %j', (sent, search) => {
    expect(readUserSearch(sent)).toEqual(search);
  });
});
