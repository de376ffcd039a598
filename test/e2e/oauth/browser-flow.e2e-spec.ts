import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { LibraryClient } from './clients/library-client';
import {
  postToOAuth,
  authorizePath,
  exchangeCode,
  refresh,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';

// Unpacks and starts a browser.

let app: TestApp;
let chromium: Browser;
let callback: Server;
let redirectUri: string;
let context: BrowserContext;
let page: Page;
let problems: string[];

/** Secrets that were shown or sent; none may be in the database. */
const secrets = new Map<string, string>();
const log: string[] = [];

beforeAll(async () => {
  app = await startApp({ environment: { LOG_LEVEL: 'trace' }, log: { write: (line) => log.push(line) } });
  for (const name of ['owner', 'ann']) await app.addUser(name);
  secrets.set('the password', PASSWORD);
  secrets.set('the API token', app.tokenOf('ann'));
  callback = createServer((_request, response) => response.end('<p>Back at the application.</p>'));
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/back`;
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  callback.closeAllConnections();
  await new Promise((resolve) => callback.close(resolve));
  await app.stop();
});
beforeEach(async () => {
  context = await chromium.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
});
afterEach(async () => {
  for (const { name, value } of await context.cookies())
    if (name === 'sessionid') secrets.set(`the cookie ${value}`, value);
  await context.close();
  expect(problems).toEqual([]);
});

async function signIn(): Promise<void> {
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Consents in the browser. @returns the redirect URL */
async function consentTo(url: string): Promise<string> {
  await page.goto(url);
  await signIn();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Back at the application.').waitFor();
  const redirectUrl = page.url();
  secrets.set(`the code ${redirectUrl}`, new URL(redirectUrl).searchParams.get('code')!);
  return redirectUrl;
}

function rememberSecrets({ access_token, refresh_token }: Record<string, unknown>): void {
  for (const token of [access_token, refresh_token]) secrets.set(`the token ${String(token)}`, String(token));
}

it('lets a user sign in, copy the token, call the API with it and renew it', async () => {
  await page.goto(`${app.origin}/token/`);
  await signIn();
  await page.getByRole('heading', { name: 'Your API token' }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied to the clipboard.').waitFor();
  const token = await page.evaluate<string>('navigator.clipboard.readText()');
  await app.with(`Token ${token}`).get('/me/').expect(200);
  const renew = page.getByRole('button', { name: 'Renew the token' });
  expect(await renew.isVisible()).toBe(false);
  await page.getByText('Renew the token …').click();
  await renew.click();
  await page.getByRole('heading', { name: 'Your API token' }).waitFor();
  expect(page.url()).toBe(`${app.origin}/token/`);
  const renewed = (await page.locator('#token').textContent())!.trim();
  secrets.set('the renewed token', renewed);
  await app.with(`Token ${token}`).get('/me/').expect(401);
  await app.with(`Token ${renewed}`).get('/me/').expect(200);
});

it('lets a user register an application, and another user consent to it', async () => {
  await page.goto(`${app.origin}/accounts/login/?next=/o/applications/register/`);
  await signIn();
  await page.getByLabel('Name').fill('Rainfall <map> & "more"');
  await page.getByLabel('Redirect URIs').fill(redirectUri);
  await page.getByRole('button', { name: 'Register' }).click();
  const client: TestClient = {
    client_id: (await page.locator('#client').textContent())!.trim(),
    client_secret: (await page.locator('#secret').textContent())!.trim(),
    redirect_uri: redirectUri,
  };
  secrets.set('the secret of the page', client.client_secret!);
  await page.locator('.menu > summary').click();
  await page.getByRole('button', { name: /Sign out/ }).click();

  await page.goto(app.origin + authorizePath(client, { scope: 'read' }));
  await signIn();
  await page.getByRole('heading', { name: 'Rainfall <map> & "more" requests access' }).waitFor();
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.getByText('Back at the application.').waitFor();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

  await page.goto(app.origin + authorizePath(client, { scope: 'read' }));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Back at the application.').waitFor();
  const query = new URL(page.url()).searchParams;
  expect(query.get('state')).toBe('s t/a?t&e');
  secrets.set('the code of the page', query.get('code')!);
  const { body: tokens } = await exchangeCode(app, client, query.get('code')!).expect(200);
  rememberSecrets(tokens);
  const { body: me } = await withBearer(app, tokens.access_token).get('/me/').expect(200);
  expect(me.username).toBe('ann');
  await withBearer(app, tokens.access_token)
    .post('/api/v2/assets/')
    .send({ asset_type: 'survey' })
    .expect(403);
  const { body: next } = await refresh(app, client, tokens.refresh_token).expect(200);
  rememberSecrets(next);

  await page.goto(`${app.origin}/o/authorized_tokens/`);
  const revoke = page.getByRole('button', { name: /Revoke access of Rainfall/ });
  expect(await revoke.isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'Revoke access' }).click();
  await revoke.click();
  await page.getByText('No application has access.').waitFor();
  await withBearer(app, next.access_token).get('/me/').expect(401);
});

it('redirects a user with an earlier consent straight from the sign-in page', async () => {
  const client = await registerClient(app, { redirect_uri: redirectUri });
  secrets.set('the secret of auto', client.client_secret!);
  const url = app.origin + authorizePath(client, { approval_prompt: 'auto' });
  const code = new URL(await consentTo(url)).searchParams.get('code')!;
  rememberSecrets((await exchangeCode(app, client, code).expect(200)).body);
  await context.clearCookies();
  await page.goto(url);
  await signIn();
  await page.getByText('Back at the application.').waitFor();
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/);
});

describe.each([
  ['openid-client', 'confidential', { pkce: false, byHeader: true }],
  ['openid-client', 'confidential', { pkce: true, byHeader: false }],
  ['openid-client', 'public', { pkce: true, byHeader: false }],
  ['simple-oauth2', 'confidential', { pkce: false, byHeader: true }],
  ['simple-oauth2', 'confidential', { pkce: true, byHeader: false }],
] as const)('the library %s as a %s application', (library, client_type, how) => {
  it(`completes the flow with ${JSON.stringify(how)}`, async () => {
    const client = await registerClient(app, { name: library, client_type, redirect_uri: redirectUri });
    if (client.client_secret !== undefined)
      secrets.set(`the secret of ${client.client_id}`, client.client_secret);
    const { client_id, client_secret } = client;
    const application = new LibraryClient(library, {
      origin: app.origin,
      client_id,
      ...(client_secret !== undefined && { client_secret }),
      redirect_uri: redirectUri,
      ...how,
    });
    try {
      const result = await application.finish(await consentTo(await application.authorizationUrl()));
      for (const tokens of [result['granted']!, result['refreshed']!]) {
        expect(tokens).toMatchObject({ expires_in: 36000, scope: 'read write' });
        expect(String(tokens['token_type']).toLowerCase()).toBe('bearer');
        rememberSecrets(tokens);
        await withBearer(app, String(tokens['access_token'])).get('/me/').expect(401);
      }
      expect(result['me']).toMatchObject({ username: 'ann' });
      if (result['facts'] !== undefined)
        expect(result['facts']).toMatchObject({ active: true, username: 'ann' });
    } finally {
      application.stop();
    }
  });
});

it('leaves no secret in the database', async () => {
  const client = await registerClient(app);
  await postToOAuth(app, '/o/introspect/', client, { token: 'x' }).expect(200);
  const tables = await app.rows<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await app.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`))
      dump.push(row);
  }
  const text = dump.join('\n');
  expect(text).toContain(client.client_id);
  expectNoSecret(text);
});

it('writes no secret to the log at level trace', () => {
  const text = log.join('');
  expect(text).toContain('/o/token/');
  expect(text).toContain('/accounts/login/');
  expectNoSecret(text);
});

/** Searches for every secret in the encodings that a program might use. */
function expectNoSecret(text: string): void {
  expect(secrets.size).toBeGreaterThan(25);
  for (const [name, secret] of secrets) {
    const bytes = Buffer.from(secret);
    const forms = [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
    if (/^[0-9a-f]+$/.test(secret))
      forms.push(Buffer.from(secret, 'hex').toString('base64').replace(/=+$/, ''));
    expect([name, forms.filter((form) => text.includes(form))]).toEqual([name, []]);
  }
}
