import { OAuthError } from '../errors';
import { type Application, type OAuthScope, readOAuthScopes } from './application';

/** A valid authorization request. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  /** Whether the request contained redirect_uri; then the token request must repeat it (RFC 6749 4.1.3). */
  readonly hasRedirectUri: boolean;
  readonly scopes: readonly OAuthScope[];
  readonly state: string | undefined;
  /** PKCE code challenge, method S256 (RFC 7636); undefined without PKCE. */
  readonly codeChallenge: string | undefined;
  /** `approval_prompt=auto`: skips the consent page if the user has consented before (contract-assets 8.3). */
  readonly reusesConsent: boolean;
}

/** An error response that goes to the redirect URI (RFC 6749 4.1.2.1). */
export interface RefusedAuthorization {
  readonly redirectUri: string;
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  readonly description: string;
  readonly state: string | undefined;
}

export type AuthorizationRequestResult =
  | { readonly kind: 'request'; readonly request: AuthorizationRequest }
  | { readonly kind: 'refused'; readonly refusal: RefusedAuthorization };

/** Raw parameters; a list when a parameter was repeated. */
export type SentParameters = Readonly<Record<string, unknown>>;

const SINGLE_PARAMETERS = [
  'response_type',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'approval_prompt',
] as const;

/** 32 bytes in base64url. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Value of a parameter; empty counts as absent (RFC 6749 3.1). */
export function readParameter(sent: SentParameters, name: string): string | undefined {
  const value = sent[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Parses and validates an authorization request (RFC 6749 4.1.1, RFC 7636 4.3).
 * @throws OAuthError for an invalid redirect URI, which must never be redirected to
 */
export function readAuthorizationRequest(
  sent: SentParameters,
  application: Pick<Application, 'redirectUris' | 'clientType'>,
): AuthorizationRequestResult {
  const { uri: redirectUri, isSent } = readRedirectUri(sent, application.redirectUris);
  const state = readParameter(sent, 'state');
  const refuse = (error: RefusedAuthorization['error'], description: string): AuthorizationRequestResult => ({
    kind: 'refused',
    refusal: { redirectUri, error, description, state },
  });

  const repeated = SINGLE_PARAMETERS.find((name) => Array.isArray(sent[name]));
  if (repeated !== undefined)
    return refuse('invalid_request', `The parameter ${repeated} was sent more than once. Send it once.`);
  const responseType = readParameter(sent, 'response_type');
  if (responseType === undefined) return refuse('invalid_request', 'Missing response_type parameter.');
  if (responseType !== 'code') {
    return refuse('unsupported_response_type', 'Unsupported response_type. Send response_type=code.');
  }
  const scopes = readOAuthScopes(readParameter(sent, 'scope'));
  if (scopes === undefined) return refuse('invalid_scope', 'Unknown scope. Use read, write or groups.');
  const codeChallenge = readParameter(sent, 'code_challenge');
  const problem = codeChallengeProblem(sent, codeChallenge, application.clientType);
  if (problem !== undefined) return refuse('invalid_request', problem);
  return {
    kind: 'request',
    request: {
      redirectUri,
      hasRedirectUri: isSent,
      scopes,
      state,
      codeChallenge,
      reusesConsent: readParameter(sent, 'approval_prompt') === 'auto',
    },
  };
}

function readRedirectUri(
  sent: SentParameters,
  registered: readonly string[],
): { uri: string; isSent: boolean } {
  const requested = sent['redirect_uri'];
  const only = registered.length === 1 ? registered[0] : undefined;
  if (requested === undefined || requested === '') {
    if (only !== undefined) return { uri: only, isSent: false };
    throw new OAuthError(
      'invalid_request',
      'Missing redirect_uri parameter. The application has several; send one of them.',
    );
  }
  const uri = registered.find((each) => each === requested);
  if (uri === undefined) throw new OAuthError('invalid_request', 'Mismatching redirect URI.');
  return { uri, isSent: true };
}

/** Requires PKCE of public applications and rejects plain challenges (decision 24, RFC 9700 2.1.1). */
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
  // An absent method means plain (RFC 7636 4.3).
  if (method !== 'S256') return 'Transform algorithm not supported: send code_challenge_method=S256.';
  return S256_CHALLENGE.test(challenge)
    ? undefined
    : 'Invalid code_challenge. Send 43 base64url characters, method S256.';
}
