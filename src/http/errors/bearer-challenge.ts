import type { Failure } from './failure';

/** Returns the `WWW-Authenticate` challenge for a failed bearer token (RFC 6750 3); undefined for other failures. */
export function bearerChallenge({ oauth, message }: Failure): string | undefined {
  if (oauth?.code !== 'invalid_token' && oauth?.code !== 'insufficient_scope') return undefined;
  const scope = oauth.scope === undefined ? '' : `, scope="${oauth.scope}"`;
  return `Bearer realm="api", error="${oauth.code}", error_description="${message.replace(/["\\]/g, '')}"${scope}`;
}
