import { readQuery } from './query';

describe('readQuery', () => {
  it.each([
    ['', {}],
    [undefined, {}],
    ['limit=2', { limit: '2' }],
    ['limit=2&limit=3', { limit: '3' }],
    ['limit=2&q=x&limit=', { limit: '', q: 'x' }],
    ['a=b%20c&d', { a: 'b c', d: '' }],
    ['q=50%', { q: '50%' }],
  ])('reads %j', (text, query) => {
    expect(readQuery(text)).toEqual(query);
  });

  it('treats __proto__ as an ordinary key', () => {
    expect(Object.getOwnPropertyNames(readQuery('__proto__=x&constructor=y'))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});
