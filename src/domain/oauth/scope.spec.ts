import { actorScopes, coversScopes, readScopes } from './scope';

describe('readScopes', () => {
  it.each([
    [undefined, ['read', 'write', 'groups']],
    ['read', ['read']],
    ['write read', ['read', 'write']],
    [' groups  read read ', ['read', 'groups']],
  ])('reads %j', (text, scopes) => {
    expect(readScopes(text)).toEqual(scopes);
  });

  it.each(['', ' ', 'admin', 'read admin', 'READ', 'read,write', 'read\twrite'])(
    'knows no scope in %j',
    (text) => {
      expect(readScopes(text)).toBeUndefined();
    },
  );
});

describe('coversScopes', () => {
  it('asks that every scope was granted', () => {
    expect(coversScopes(['read', 'write'], ['read'])).toBe(true);
    expect(coversScopes(['read'], ['read', 'write'])).toBe(false);
  });
});

describe('actorScopes', () => {
  it('leaves out what opens nothing', () => {
    expect(actorScopes(['read', 'groups'])).toEqual(['read']);
  });
});
