import { bearerChallenge } from './bearer-challenge';
import type { ErrorDialect } from './error-dialect';
import type { Failure } from './failure';

const OAUTH_PATH = /^\/o\/(authorize|token|revoke_token|introspect)$/;

/** Returns the OAuth2 error code; other failures get those of the authorization endpoint (RFC 6749 4.1.2.1). */
function codeOf({ oauth, status }: Failure): string {
  if (oauth !== undefined) return oauth.code;
  if (status === 401 || status === 403) return 'access_denied';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

function challengeOf(failure: Failure): string | undefined {
  if (failure.oauth?.code === 'invalid_client') return 'Basic realm="applications"';
  return bearerChallenge(failure) ?? (failure.status === 401 ? 'Session realm="fieldhouse"' : undefined);
}

/** Errors of OAuth2 endpoints (RFC 6749 5.2; decision 2). */
export const oauthDialect: ErrorDialect = {
  matches: ({ path }) => OAUTH_PATH.test(path),
  headers: (failure) => {
    const challenge = challengeOf(failure);
    return {
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
    };
  },
  body: (failure) => ({ error: codeOf(failure), error_description: failure.message.replace(/["\\]/g, "'") }),
};
