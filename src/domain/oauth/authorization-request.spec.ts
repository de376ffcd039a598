import { OAuthError } from '../errors';
import { readAuthorizationRequest, type SentParameters } from './authorization-request';

const CALLBACK = 'https://app.example/back';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const confidential = { redirectUris: [CALLBACK], clientType: 'confidential' } as const;
const publicApp = { redirectUris: [CALLBACK], clientType: 'public' } as const;
const base = { response_type: 'code', redirect_uri: CALLBACK, state: 'x' };
const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

describe('readAuthorizationRequest', () => {
  it('parses a request of a confidential application', () => {
    expect(readAuthorizationRequest({ ...base, scope: 'write read' }, confidential)).toEqual({
      kind: 'request',
      request: {
        redirectUri: CALLBACK,
        hasRedirectUri: true,
        scopes: ['read', 'write'],
        state: 'x',
        codeChallenge: undefined,
        reusesConsent: false,
      },
    });
  });

  it('defaults to the only redirect URI and to all scopes', () => {
    expect(
      readAuthorizationRequest({ response_type: 'code', approval_prompt: 'auto' }, confidential),
    ).toMatchObject({
      request: {
        redirectUri: CALLBACK,
        hasRedirectUri: false,
        scopes: ['read', 'write', 'groups'],
        reusesConsent: true,
      },
    });
  });

  it('returns the code challenge of a public application', () => {
    expect(readAuthorizationRequest({ ...base, ...pkce }, publicApp)).toMatchObject({
      request: { codeChallenge: CHALLENGE },
    });
  });

  it.each<[string, SentParameters, typeof confidential | typeof publicApp, string]>([
    ['no response_type', { ...base, response_type: undefined }, confidential, 'invalid_request'],
    ['the implicit grant', { ...base, response_type: 'token' }, confidential, 'unsupported_response_type'],
    ['an unknown scope', { ...base, scope: 'read admin' }, confidential, 'invalid_scope'],
    ['a blank scope', { ...base, scope: ' ' }, confidential, 'invalid_scope'],
    ['a parameter sent twice', { ...base, scope: ['read', 'write'] }, confidential, 'invalid_request'],
    ['a public application without PKCE', base, publicApp, 'invalid_request'],
    ['a plain challenge', { ...base, ...pkce, code_challenge_method: 'plain' }, publicApp, 'invalid_request'],
    ['a challenge without a method', { ...base, code_challenge: CHALLENGE }, publicApp, 'invalid_request'],
    [
      'a method without a challenge',
      { ...base, code_challenge_method: 'S256' },
      confidential,
      'invalid_request',
    ],
    ['a short challenge', { ...base, ...pkce, code_challenge: 'abc' }, publicApp, 'invalid_request'],
  ])('returns an error and the state to the application for %s', (_case, sent, application, error) => {
    expect(readAuthorizationRequest(sent, application)).toMatchObject({
      kind: 'refused',
      refusal: { redirectUri: CALLBACK, error, state: 'x' },
    });
  });

  it.each<[string, SentParameters, readonly string[]]>([
    ['another address', { ...base, redirect_uri: 'https://evil.example/back' }, [CALLBACK]],
    ['the address with a slash more', { ...base, redirect_uri: `${CALLBACK}/` }, [CALLBACK]],
    ['the address with a query more', { ...base, redirect_uri: `${CALLBACK}?a` }, [CALLBACK]],
    ['the address in other letter case', { ...base, redirect_uri: CALLBACK.toUpperCase() }, [CALLBACK]],
    ['two addresses', { ...base, redirect_uri: [CALLBACK, CALLBACK] }, [CALLBACK]],
    ['none where there are several', { response_type: 'code' }, [CALLBACK, `${CALLBACK}2`]],
  ])('never redirects to %s', (_case, sent, redirectUris) => {
    expect(() => readAuthorizationRequest(sent, { redirectUris, clientType: 'confidential' })).toThrow(
      OAuthError,
    );
  });
});
