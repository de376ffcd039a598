import { readUserSearch } from './user-search';

describe('readUserSearch', () => {
  it.each([
    ['', { kind: 'part', text: '' }],
    [' ann ', { kind: 'part', text: 'ann' }],
    ['username:ann', { kind: 'exact', field: 'username', text: 'ann' }],
    ['username:"ann smith"', { kind: 'exact', field: 'username', text: 'ann smith' }],
    ["email:'ann@example.org'", { kind: 'exact', field: 'email', text: 'ann@example.org' }],
    ['username: ann', { kind: 'part', text: 'username: ann' }],
    ['id:1', { kind: 'part', text: 'id:1' }],
  ])('reads %j', (sent, search) => {
    expect(readUserSearch(sent)).toEqual(search);
  });
});
