import { bearerChallenge } from './bearer-challenge';
import type { ErrorDialect } from './error-dialect';
import type { Failure } from './failure';

const OAUTH_PATH = /^\/o\/(authorize|token|revoke_token|introspect)$/;

/** Words for failures that OAuth2 does not name itself; RFC 6749 has these at the authorization endpoint (4.1.2.1). */
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

/** Errors in the words of OAuth2, for applications (RFC 6749 5.2; decision 2). */
export const oauthDialect: ErrorDialect = {
  speaks: ({ path }) => OAUTH_PATH.test(path),
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
