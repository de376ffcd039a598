import { createHash, randomBytes } from 'node:crypto';
import request from 'supertest';
import type { TestApp } from './app';
import type { Browser } from './browser';

export const CALLBACK = 'https://app.example/back?keep=1';

export interface TestClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uri: string;
}

export async function registerClient(
  app: TestApp,
  values: Readonly<Record<string, unknown>> = {},
  owner = 'owner',
): Promise<TestClient> {
  const { body } = await app
    .as(owner)
    .post('/api/v2/applications/')
    .send({ name: 'Dashboard', client_type: 'confidential', redirect_uri: CALLBACK, ...values })
    .expect(201);
  return { ...body, redirect_uri: body.redirect_uris[0] };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: Readonly<Record<string, string>>;
}

export function makePkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}

export function authorizePath(client: TestClient, more: Readonly<Record<string, string>> = {}): string {
  const { client_id, redirect_uri } = client;
  const query = { response_type: 'code', client_id, redirect_uri, state: 's t/a?t&e', ...more };
  return `/o/authorize/?${new URLSearchParams(query).toString()}`;
}

/** Grants consent in the browser. @returns the query of the redirect to the application */
export async function grantConsent(
  browser: Browser,
  client: TestClient,
  more: Readonly<Record<string, string>> = {},
): Promise<URLSearchParams> {
  const response = await browser.submit(authorizePath(client, more), { allow: 'true' }, '/o/authorize/');
  return redirectQuery(response);
}

/** Query of a redirect to the application. */
export function redirectQuery({ status, headers }: request.Response): URLSearchParams {
  expect(status).toBe(302);
  const { searchParams, origin } = new URL(headers['location']!);
  expect(origin).toBe(new URL(CALLBACK).origin);
  return searchParams;
}

/** Posts a form with client credentials in the body. */
export function postToOAuth(
  app: TestApp,
  path: '/o/token/' | '/o/revoke_token/' | '/o/introspect/',
  { client_id, client_secret }: Partial<TestClient>,
  fields: Readonly<Record<string, string>>,
): request.Test {
  return request(app.origin)
    .post(path)
    .type('form')
    .send({
      ...(client_id !== undefined && { client_id }),
      ...(client_secret !== undefined && { client_secret }),
      ...fields,
    });
}

export function exchangeCode(
  app: TestApp,
  client: TestClient,
  code: string,
  more: Readonly<Record<string, string>> = {},
): request.Test {
  const { redirect_uri } = client;
  return postToOAuth(app, '/o/token/', client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    ...more,
  });
}

export function refresh(
  app: TestApp,
  client: TestClient,
  refresh_token: string,
  more: Readonly<Record<string, string>> = {},
): request.Test {
  return postToOAuth(app, '/o/token/', client, { grant_type: 'refresh_token', refresh_token, ...more });
}

/** Like `TestApp.as`, with an access token. */
export function withBearer(app: TestApp, token: string) {
  return app.with(`Bearer ${token}`);
}
