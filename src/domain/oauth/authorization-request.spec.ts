import { OAuthError } from '../errors';
import { readAuthorizationRequest, type SentParameters } from './authorization-request';

const BACK = 'https://app.example/back';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const confidential = { redirectUris: [BACK], clientType: 'confidential' } as const;
const open = { redirectUris: [BACK], clientType: 'public' } as const;
const asked = { response_type: 'code', redirect_uri: BACK, state: 'x' };
const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

describe('readAuthorizationRequest', () => {
  it('reads what a confidential application asks for', () => {
    expect(readAuthorizationRequest({ ...asked, scope: 'write read' }, confidential)).toEqual({
      kind: 'request',
      request: {
        redirectUri: BACK,
        namesRedirectUri: true,
        scopes: ['read', 'write'],
        state: 'x',
        codeChallenge: undefined,
        asksOnce: false,
      },
    });
  });

  it('takes the only redirect URI when none is named, and all scopes when none are', () => {
    expect(
      readAuthorizationRequest({ response_type: 'code', approval_prompt: 'auto' }, confidential),
    ).toMatchObject({
      request: {
        redirectUri: BACK,
        namesRedirectUri: false,
        scopes: ['read', 'write', 'groups'],
        asksOnce: true,
      },
    });
  });

  it('keeps the challenge of a public application', () => {
    expect(readAuthorizationRequest({ ...asked, ...pkce }, open)).toMatchObject({
      request: { codeChallenge: CHALLENGE },
    });
  });

  it.each<[string, SentParameters, typeof confidential | typeof open, string]>([
    ['no response_type', { ...asked, response_type: undefined }, confidential, 'invalid_request'],
    ['the implicit grant', { ...asked, response_type: 'token' }, confidential, 'unsupported_response_type'],
    ['an unknown scope', { ...asked, scope: 'read admin' }, confidential, 'invalid_scope'],
    ['a blank scope', { ...asked, scope: ' ' }, confidential, 'invalid_scope'],
    ['a parameter sent twice', { ...asked, scope: ['read', 'write'] }, confidential, 'invalid_request'],
    ['a public application without PKCE', asked, open, 'invalid_request'],
    ['a plain challenge', { ...asked, ...pkce, code_challenge_method: 'plain' }, open, 'invalid_request'],
    ['a challenge without a method', { ...asked, code_challenge: CHALLENGE }, open, 'invalid_request'],
    [
      'a method without a challenge',
      { ...asked, code_challenge_method: 'S256' },
      confidential,
      'invalid_request',
    ],
    ['a short challenge', { ...asked, ...pkce, code_challenge: 'abc' }, open, 'invalid_request'],
  ])('tells the application of %s, with its state', (_case, sent, application, error) => {
    expect(readAuthorizationRequest(sent, application)).toMatchObject({
      kind: 'refused',
      refusal: { redirectUri: BACK, error, state: 'x' },
    });
  });

  it.each<[string, SentParameters, readonly string[]]>([
    ['another address', { ...asked, redirect_uri: 'https://evil.example/back' }, [BACK]],
    ['the address with a slash more', { ...asked, redirect_uri: `${BACK}/` }, [BACK]],
    ['the address with a query more', { ...asked, redirect_uri: `${BACK}?a` }, [BACK]],
    ['the address in other letter case', { ...asked, redirect_uri: BACK.toUpperCase() }, [BACK]],
    ['two addresses', { ...asked, redirect_uri: [BACK, BACK] }, [BACK]],
    ['none where there are several', { response_type: 'code' }, [BACK, `${BACK}2`]],
  ])('never redirects to %s', (_case, sent, redirectUris) => {
    expect(() => readAuthorizationRequest(sent, { redirectUris, clientType: 'confidential' })).toThrow(
      OAuthError,
    );
  });
});
