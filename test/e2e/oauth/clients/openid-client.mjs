/**
 * An application that uses openid-client as documented. Prints the authorization URL, reads the redirect URL and prints the
 * tokens. Its settings are JSON in the environment variable SETTINGS.
 */
import { createInterface } from 'node:readline/promises';
import * as client from 'openid-client';

const { origin, client_id, client_secret, redirect_uri, pkce, byHeader } = JSON.parse(
  process.env['SETTINGS'] ?? '',
);
const authentication =
  client_secret === undefined
    ? client.None()
    : byHeader
      ? client.ClientSecretBasic(client_secret)
      : client.ClientSecretPost(client_secret);
const server = await client.discovery(new URL(origin), client_id, undefined, authentication, {
  algorithm: 'oauth2',
  execute: [client.allowInsecureRequests],
});
const state = client.randomState();
const verifier = client.randomPKCECodeVerifier();
const parameters = {
  redirect_uri,
  scope: 'read write',
  state,
  ...(pkce && {
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }),
};
console.log(client.buildAuthorizationUrl(server, parameters).href);

const lines = createInterface({ input: process.stdin });
const { value: redirectUrl } = await lines[Symbol.asyncIterator]().next();
lines.close();
const granted = await client.authorizationCodeGrant(server, new URL(redirectUrl), {
  expectedState: state,
  ...(pkce && { pkceCodeVerifier: verifier }),
});
const refreshed = await client.refreshTokenGrant(server, granted.refresh_token ?? '');
const response = await client.fetchProtectedResource(
  server,
  refreshed.access_token,
  new URL('/me/', origin),
  'GET',
);
const me = await response.json();
const facts =
  client_secret === undefined ? undefined : await client.tokenIntrospection(server, refreshed.access_token);
await client.tokenRevocation(server, refreshed.refresh_token ?? '');
console.log(JSON.stringify({ granted, refreshed, me, facts }));
