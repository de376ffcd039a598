import { parseAuthorization, parseBasicCredentials, parseToken } from './authorization-header.strategy';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('parseAuthorization', () => {
  it.each([
    ['Token abc', { scheme: 'token', credentials: 'abc' }],
    ['TOKEN  abc ', { scheme: 'token', credentials: 'abc' }],
    ['Basic YTpi', { scheme: 'basic', credentials: 'YTpi' }],
    ['Token a b', { scheme: 'token', credentials: 'a b' }],
    ['Token', { scheme: 'token', credentials: '' }],
    ['', { scheme: '', credentials: '' }],
  ])('%j', (header, read) => {
    expect(parseAuthorization(header)).toEqual(read);
  });
});

describe('parseToken', () => {
  it.each([
    ['abc', 'abc'],
    ['a b', undefined],
    ['é', undefined],
  ])('%j', (value, token) => {
    expect(parseToken(value)).toBe(token);
  });
});

describe('parseBasicCredentials', () => {
  it.each([
    [base64('ann:secret'), { username: 'ann', password: 'secret' }],
    [base64('ann:pa:ss:word'), { username: 'ann', password: 'pa:ss:word' }],
    [base64('ann:'), { username: 'ann', password: '' }],
    [base64('ann:pässwörd'), { username: 'ann', password: 'pässwörd' }],
    [base64('no colon'), undefined],
    ['not base64!', undefined],
  ])('%j', (value, pair) => {
    expect(parseBasicCredentials(value)).toEqual(pair);
  });
});
