import request from 'supertest';
import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { describeApi } from '../../../src/web/api-docs/api-docs';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { grantConsent, exchangeCode, refresh, registerClient } from '../../support/oauth-client';
import { Browser } from '../../support/browser';
import { ExampleBodies } from './example-body';
import { type Credential, expectation } from './expectation';

const COLLECTOR =
  /^(\/:username|\/collector\/:link)?\/(formList|submission|xformsManifest|xformsMedia|forms|view)\b|^\/api\/v2\/asset_snapshots\/:snapshot\/(formList|manifest)$/;
/** Pages that say why a form can't be opened. */
const FORM_PAGE = /^(\/web-forms\/offline)?\/collector\/:link$/;
/** Tells people what to do with a link that ended, whatever they accept. */
const LINK_PAGE = /^\/accounts\/(?:emails\/confirm|password\/reset)\//;
const STRANGER = 'stranger';

// Some columns verify a password per route, which is slow by design.

/** Credentials by column, all of the same user, the stranger, except those of the deactivated one. */
type Secret =
  | 'live'
  | 'expired'
  | 'revoked'
  | 'read'
  | 'write'
  | 'expiredToken'
  | 'revokedToken'
  | 'readToken'
  | 'writeToken'
  | 'leaver'
  | 'session';

interface Column extends Credential {
  readonly header?: (secrets: Readonly<Record<Secret, string>>) => string;
  readonly cookie?: (secrets: Readonly<Record<Secret, string>>) => string;
}

const all = { scopes: ['read', 'write'] } as const;
const broken = { kind: 'broken', ...all } as const;
const brokenBearer = { ...broken, challenge: 'Bearer' } as const;
const delegated = { kind: 'delegated', ...all } as const;

const COLUMNS: readonly Column[] = [
  { name: 'no credential', kind: 'none', scopes: [] },
  { name: 'a bad token', ...broken, header: () => `Token ${'0'.repeat(40)}` },
  { name: 'a malformed header', ...broken, header: () => 'Token' },
  { name: 'a malformed token', ...broken, header: () => 'Token two words' },
  { name: 'an unknown scheme', kind: 'ignored', scopes: [], header: () => 'Magic word' },
  { name: 'an expired token', ...broken, header: ({ expiredToken }) => `Token ${expiredToken}` },
  { name: 'a revoked token', ...broken, header: ({ revokedToken }) => `Token ${revokedToken}` },
  { name: 'a bad bearer', ...brokenBearer, header: () => 'Bearer 0' },
  { name: 'a malformed bearer', ...brokenBearer, header: () => 'Bearer' },
  { name: 'an expired bearer', ...brokenBearer, header: ({ expired }) => `Bearer ${expired}` },
  { name: 'a revoked bearer', ...brokenBearer, header: ({ revoked }) => `Bearer ${revoked}` },
  { name: 'the token of an inactive user', ...broken, header: ({ leaver }) => `Token ${leaver}` },
  { name: 'the password of an inactive user', ...broken, header: () => basic('leaver') },
  { name: 'a bad password', ...broken, header: () => basic(STRANGER, 'not the password') },
  { name: 'malformed Basic', ...broken, header: () => 'Basic ???' },
  { name: 'a bearer', ...delegated, header: ({ live }) => `Bearer ${live}` },
  { name: 'a bearer to read', ...delegated, scopes: ['read'], header: ({ read }) => `Bearer ${read}` },
  { name: 'a bearer to write', ...delegated, scopes: ['write'], header: ({ write }) => `Bearer ${write}` },
  {
    name: 'a token to read',
    ...delegated,
    scopes: ['read'],
    header: ({ readToken }) => `Token ${readToken}`,
  },
  {
    name: 'a token to write',
    ...delegated,
    scopes: ['write'],
    header: ({ writeToken }) => `Token ${writeToken}`,
  },
  { name: 'Basic', kind: 'own', ...all, header: () => basic(STRANGER) },
  {
    name: 'a session without CSRF',
    kind: 'session without CSRF',
    ...all,
    cookie: ({ session }) => `sessionid=${session}`,
  },
];

let app: TestApp;
let routes: readonly Route[];
let bodies: ExampleBodies;
let secrets: Readonly<Record<Secret, string>>;
let parameters: Readonly<Record<string, string>>;

beforeAll(async () => {
  // Every route receives the same wrong password.
  app = await startApp({ environment: { MAX_FAILED_SIGN_INS: '100000' } });
  for (const name of ['owner', STRANGER, 'leaver']) await app.addUser(name);
  const { uid } = await makeDeployedAsset(app);
  parameters = { uid, username: 'owner', id: '1' };
  routes = app.nest
    .get(RouteTable)
    .routes()
    .filter(({ policy }) => policy.kind !== 'fallback');
  bodies = new ExampleBodies(describeApi(app.nest));
  secrets = await makeSecrets();
});
afterAll(() => app.stop());

async function makeSecrets(): Promise<Record<Secret, string>> {
  const [live, read, write] = [await grant(), await grant('read'), await grant('write')];
  const [expired, revoked] = [await grant(), await grant()];
  await app.rows(
    `UPDATE oauth_token SET date_expires = now() - interval '1 s' WHERE access_hash = sha256($1)`,
    [Buffer.from(expired.access_token)],
  );
  await refresh(app, revoked.client, revoked.refresh_token).expect(200);
  await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
  const browser = new Browser(app);
  await browser.signIn(STRANGER, PASSWORD);
  return {
    live: live.access_token,
    read: read.access_token,
    write: write.access_token,
    expired: expired.access_token,
    revoked: revoked.access_token,
    expiredToken: await token(['read', 'write'], 'expired'),
    revokedToken: await token(['read', 'write'], 'revoked'),
    readToken: await token(['read']),
    writeToken: await token(['write']),
    leaver: app.tokenOf('leaver'),
    session: browser.cookies.get('sessionid')!,
  };
}

async function grant(scope = 'read write') {
  const client = await registerClient(app);
  const browser = new Browser(app);
  await browser.signIn(STRANGER, PASSWORD);
  const code = (await grantConsent(browser, client, { scope })).get('code')!;
  const { body } = await exchangeCode(app, client, code).expect(200);
  return { client, ...(body as { access_token: string; refresh_token: string }) };
}

async function token(scopes: string[], end?: 'expired' | 'revoked'): Promise<string> {
  const { body } = await app.as(STRANGER).post('/api/v2/tokens/').send({ name: 'T', scopes }).expect(201);
  const path = new URL(body.url as string).pathname;
  if (end === 'revoked') await app.as(STRANGER).delete(path).expect(204);
  if (end === 'expired') {
    await app.rows(`UPDATE api_token SET date_expires = now() - interval '1 s' WHERE uid = $1`, [
      path.split('/').at(-2),
    ]);
  }
  return body.token as string;
}

async function send({ header, cookie }: Column, route: Route): Promise<request.Response> {
  const { method, path } = route;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const verb = method.toLowerCase() as 'get';
  const test = request(app.origin)
    [verb](`${filled}/`)
    .expect((response) => app.assertConforms(verb, filled, response));
  if (header !== undefined) test.set('Authorization', header(secrets));
  if (cookie !== undefined) test.set('Cookie', cookie(secrets));
  const body = bodies.of(route);
  return body === undefined ? test : test.type(body.type).send(body.fields);
}

/** Describes an unexpected response; undefined if it is as expected. */
function problemOf(route: Route, column: Column, response: request.Response): string | undefined {
  const { status, headers } = response;
  const expected = expectation(route, column);
  const description = `${status} ${response.text ?? ''}`;
  if (status >= 500) return description;
  if (expected.status === 'admitted' && !bodies.declaresSuccess(route)) {
    return status === 403 && hasExpectedFormat(route, response)
      ? undefined
      : `${description}, and not refused`;
  }
  if (expected.status === 'admitted' && (status === 401 || status === 403))
    return `${description}, not admitted`;
  if (expected.status === 'admitted' && status === 400 && !bodies.declares(route, status)) {
    return `${description}, to the example that the description gives`;
  }
  if (typeof expected.status === 'number' && status !== expected.status)
    return `${description}, not ${expected.status}`;
  const challenge = headers['www-authenticate'];
  if (status === 401 && challenge === undefined) return `${description}, without a challenge`;
  if (expected.challenge !== undefined && !expected.challenge.test(challenge ?? '')) {
    return `${description}, with the challenge ${challenge}`;
  }
  return status >= 400 && !hasExpectedFormat(route, response)
    ? `${description}, in other words than this protocol's`
    : undefined;
}

/** Errors are JSON of one shape, except XML for collectors, pages without a form or for ended links, and HEAD without a body. */
function hasExpectedFormat(
  { method, path }: Route,
  { status, headers, body, text }: request.Response,
): boolean {
  const type = headers['content-type'];
  if (method === 'HEAD') return true;
  if (COLLECTOR.test(path)) return type === 'text/xml; charset=utf-8' && text.includes('<OpenRosaResponse');
  if (FORM_PAGE.test(path) && status === 404)
    return type === 'text/html; charset=utf-8' && text.includes('unavailable');
  if (LINK_PAGE.test(path) && status === 404)
    return type === 'text/html; charset=utf-8' && text.includes('The link can’t be used');
  if (type !== 'application/json') return false;
  if (/^\/o\/(authorize|token|revoke_token|introspect)$/.test(path)) {
    return typeof body.error === 'string' && typeof body.error_description === 'string';
  }
  return 'detail' in body ? typeof body.detail === 'string' : Object.keys(body as object).length > 0;
}

it.each(COLUMNS)('gives $name on every route the result of its policy', async (column) => {
  const wrong: string[] = [];
  for (const route of routes) {
    const problem = problemOf(route, column, await send(column, route));
    if (problem !== undefined) wrong.push(`${route.method} ${route.path}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});
