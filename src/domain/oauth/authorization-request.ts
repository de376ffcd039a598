import { OAuthError } from '../errors';
import type { Application } from './application';
import { type OAuthScope, readScopes } from './scope';

/** What an application asks a person for, once every part of it holds. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  /** Whether the request named it; the exchange of the code must name the same then (RFC 6749 4.1.3). */
  readonly namesRedirectUri: boolean;
  readonly scopes: readonly OAuthScope[];
  readonly state: string | undefined;
  /** SHA-256 of the application's verifier (RFC 7636, S256); undefined without PKCE. */
  readonly codeChallenge: string | undefined;
  /** Whether a person who has agreed before need not be asked again (contract-assets 8.3). */
  readonly asksOnce: boolean;
}

/** A request that fails in a way that the application is told about at its own address (RFC 6749 4.1.2.1). */
export interface RefusedAuthorization {
  readonly redirectUri: string;
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  readonly description: string;
  readonly state: string | undefined;
}

export type AuthorizationReading =
  | { readonly kind: 'request'; readonly request: AuthorizationRequest }
  | { readonly kind: 'refused'; readonly refusal: RefusedAuthorization };

/** Parameters as they came: text, or a list when one was sent more than once. */
export type SentParameters = Readonly<Record<string, unknown>>;

const READ_HERE = [
  'response_type',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'approval_prompt',
] as const;

/** A code challenge of method S256 is 32 bytes in base64url. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** A parameter's value; one that was sent without a value counts as not sent (RFC 6749 3.1). */
export function readParameter(sent: SentParameters, name: string): string | undefined {
  const value = sent[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Reads an authorization request of a known application (RFC 6749 4.1.1, RFC 7636 4.3).
 * @throws OAuthError when it is not certain where the answer may go: such a request never redirects
 */
export function readAuthorizationRequest(
  sent: SentParameters,
  application: Pick<Application, 'redirectUris' | 'clientType'>,
): AuthorizationReading {
  const { uri: redirectUri, isNamed } = readRedirectUri(sent, application.redirectUris);
  const state = readParameter(sent, 'state');
  const refuse = (error: RefusedAuthorization['error'], description: string): AuthorizationReading => ({
    kind: 'refused',
    refusal: { redirectUri, error, description, state },
  });

  const repeated = READ_HERE.find((name) => Array.isArray(sent[name]));
  if (repeated !== undefined)
    return refuse('invalid_request', `The parameter ${repeated} was sent more than once.`);
  const responseType = readParameter(sent, 'response_type');
  if (responseType === undefined) return refuse('invalid_request', 'Missing response_type parameter.');
  if (responseType !== 'code') {
    return refuse('unsupported_response_type', 'The response_type of this server is code.');
  }
  const scopes = readScopes(readParameter(sent, 'scope'));
  if (scopes === undefined)
    return refuse('invalid_scope', 'The scopes of this server are read, write and groups.');
  const codeChallenge = readParameter(sent, 'code_challenge');
  const problem = codeChallengeProblem(sent, codeChallenge, application.clientType);
  if (problem !== undefined) return refuse('invalid_request', problem);
  return {
    kind: 'request',
    request: {
      redirectUri,
      namesRedirectUri: isNamed,
      scopes,
      state,
      codeChallenge,
      asksOnce: readParameter(sent, 'approval_prompt') === 'auto',
    },
  };
}

function readRedirectUri(
  sent: SentParameters,
  registered: readonly string[],
): { uri: string; isNamed: boolean } {
  const named = sent['redirect_uri'];
  const only = registered.length === 1 ? registered[0] : undefined;
  if (named === undefined || named === '') {
    if (only !== undefined) return { uri: only, isNamed: false };
    throw new OAuthError('invalid_request', 'Missing redirect_uri parameter: the application has several.');
  }
  const uri = registered.find((each) => each === named);
  if (uri === undefined) throw new OAuthError('invalid_request', 'Mismatching redirect URI.');
  return { uri, isNamed: true };
}

/** Public applications must use PKCE; plain challenges protect nothing and are not taken (decision 24, RFC 9700 2.1.1). */
function codeChallengeProblem(
  sent: SentParameters,
  challenge: string | undefined,
  clientType: Application['clientType'],
): string | undefined {
  const method = readParameter(sent, 'code_challenge_method');
  if (challenge === undefined) {
    if (clientType === 'public') return 'Code challenge required.';
    return method === undefined ? undefined : 'Missing code_challenge parameter.';
  }
  // Without a method the challenge would be a plain one (RFC 7636 4.3).
  if (method !== 'S256') return 'Transform algorithm not supported: send code_challenge_method=S256.';
  return S256_CHALLENGE.test(challenge) ? undefined : 'The code_challenge is not one of method S256.';
}
