import { OAUTH_SCOPES } from '../../domain/oauth/scope';
import { Reply } from '../../http/reply';
import type { TokenIntrospection, TokenPair } from './token-exchange.service';

/** RFC 6749 5.1. */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

export function presentTokenPair({ accessToken, refreshToken, expiresInSeconds, scopes }: TokenPair) {
  return new Reply(
    200,
    {
      access_token: accessToken,
      expires_in: expiresInSeconds,
      token_type: 'Bearer',
      scope: scopes.join(' '),
      refresh_token: refreshToken,
    },
    NO_STORE,
  );
}

/**
 * Returns the same response for revoked and unknown tokens (RFC 7009 2.2). The body is empty (contract-assets 8.3), but
 * typed JSON, which client libraries require (simple-oauth2 5).
 */
export function presentRevocation(): Reply<undefined> {
  return new Reply(200, undefined, { ...NO_STORE, 'Content-Type': 'application/json' });
}

export function presentIntrospection(token: TokenIntrospection | undefined) {
  if (token === undefined) return new Reply(200, { active: false }, NO_STORE);
  const { clientId, username, scopes, kind, issued, expires } = token;
  return new Reply(
    200,
    {
      active: true,
      scope: scopes.join(' '),
      client_id: clientId,
      username,
      ...(kind === 'access_token' && { token_type: 'Bearer' }),
      iat: seconds(issued),
      ...(expires !== undefined && { exp: seconds(expires) }),
    },
    NO_STORE,
  );
}

/** Authorization server metadata (RFC 8414). */
export function presentServerMetadata(origin: string) {
  const authentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/o/authorize/`,
    token_endpoint: `${origin}/o/token/`,
    revocation_endpoint: `${origin}/o/revoke_token/`,
    introspection_endpoint: `${origin}/o/introspect/`,
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...authentication, 'none'],
    revocation_endpoint_auth_methods_supported: [...authentication, 'none'],
    introspection_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ['S256'],
    service_documentation: `${origin}/api/docs/`,
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
