import {
  redirectUriProblem,
  authorizationResponseUri,
  actorScopes,
  coversScopes,
  readOAuthScopes,
} from './application';

describe('redirectUriProblem', () => {
  it.each([
    'https://app.example/callback',
    'http://127.0.0.1:4711/back?keep=1',
    'https://app.example',
    'org.example.app:/oauth',
  ])('accepts %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeUndefined();
  });

  it.each([
    ['', 'percent-encoded'],
    ['/callback', 'absolute'],
    ['app.example/callback', 'absolute'],
    ['https://', 'absolute'],
    ['https:app.example', 'host'],
    ['https://app.example/#here', 'fragment'],
    ['https://app.example/ä', 'percent-encoded'],
    ['https://app.example/a b', 'percent-encoded'],
    ['https://ann:secret@app.example/', 'username'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['myapp:/callback', 'scheme'],
    [`https://app.example/${'a'.repeat(2000)}`, 'longer'],
  ])('rejects %j', (uri, reason) => {
    expect(redirectUriProblem(uri)).toContain(reason);
  });
});

describe('authorizationResponseUri', () => {
  it('appends to an existing query and keeps the rest', () => {
    expect(authorizationResponseUri('https://a.example/b?c=%2F', { code: 'x y', state: '&=' })).toBe(
      'https://a.example/b?c=%2F&code=x+y&state=%26%3D',
    );
    expect(authorizationResponseUri('org.example:/back', { error: 'access_denied', state: undefined })).toBe(
      'org.example:/back?error=access_denied',
    );
  });
});

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
