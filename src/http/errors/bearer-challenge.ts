import type { Failure } from './failure';

/**
 * The `WWW-Authenticate` of RFC 6750 3 for a failure of a delegated credential; undefined for any other failure. Its
 * sentences hold no quotes.
 */
export function bearerChallenge({ oauth, message }: Failure): string | undefined {
  if (oauth?.code !== 'invalid_token' && oauth?.code !== 'insufficient_scope') return undefined;
  const scope = oauth.scope === undefined ? '' : `, scope="${oauth.scope}"`;
  return `Bearer realm="api", error="${oauth.code}", error_description="${message.replace(/["\\]/g, '')}"${scope}`;
}
