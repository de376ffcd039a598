/**
 * An application that uses simple-oauth2 as documented. Prints the authorization URL, reads the redirect URL and prints the
 * tokens. Its settings are JSON in the environment variable SETTINGS.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { AuthorizationCode } from 'simple-oauth2';

const { origin, client_id, client_secret, redirect_uri, pkce, byHeader } = JSON.parse(
  process.env['SETTINGS'] ?? '',
);
const client = new AuthorizationCode({
  client: { id: client_id, secret: client_secret },
  auth: {
    tokenHost: origin,
    tokenPath: '/o/token/',
    authorizePath: '/o/authorize/',
    revokePath: '/o/revoke_token/',
  },
  options: { authorizationMethod: byHeader ? 'header' : 'body' },
});
const state = randomBytes(8).toString('hex');
const code_verifier = randomBytes(32).toString('base64url');
const challenge = {
  code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const scope = ['read', 'write'];
console.log(client.authorizeURL({ redirect_uri, scope, state, ...(pkce && challenge) }));

const lines = createInterface({ input: process.stdin });
const { value: redirectUrl } = await lines[Symbol.asyncIterator]().next();
lines.close();
const query = new URL(redirectUrl).searchParams;
if (query.get('state') !== state) throw new Error('The state is another one.');
const granted = await client.getToken({
  code: query.get('code'),
  redirect_uri,
  ...(pkce && { code_verifier }),
});
const refreshed = await granted.refresh();
const response = await fetch(new URL('/me/', origin), {
  headers: { Authorization: `Bearer ${String(refreshed.token['access_token'])}` },
});
const me = await response.json();
await refreshed.revokeAll();
console.log(JSON.stringify({ granted: granted.token, refreshed: refreshed.token, me }));
