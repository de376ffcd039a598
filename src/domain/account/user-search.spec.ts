import { readUserSearch } from './user-search';

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
