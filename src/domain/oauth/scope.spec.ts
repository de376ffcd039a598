import { actorScopes, coversScopes, readOAuthScopes } from './scope';

describe('readOAuthScopes', () => {
  it.each([
    [undefined, ['read', 'write', 'groups']],
    ['read', ['read']],
    ['write read', ['read', 'write']],
    [' groups  read read ', ['read', 'groups']],
  ])('reads %j', (text, scopes) => {
    expect(readOAuthScopes(text)).toEqual(scopes);
  });

  it.each(['', ' ', 'admin', 'read admin', 'READ', 'read,write', 'read\twrite'])('rejects %j', (text) => {
    expect(readOAuthScopes(text)).toBeUndefined();
  });
});

describe('coversScopes', () => {
  it('requires every requested scope', () => {
    expect(coversScopes(['read', 'write'], ['read'])).toBe(true);
    expect(coversScopes(['read'], ['read', 'write'])).toBe(false);
  });
});

describe('actorScopes', () => {
  it('removes the groups scope', () => {
    expect(actorScopes(['read', 'groups'])).toEqual(['read']);
  });
});
