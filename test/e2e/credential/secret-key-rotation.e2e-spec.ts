import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretKey } from '../../../src/config/secret-key';
import { SEALED_COLUMNS } from '../../../src/database/sealed-columns';
import { CredentialService } from '../../../src/modules/account/credential/credential.service';
import { makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { runCli } from '../../support/command-line';
import { type Enrolled, enrol } from '../../support/enrol';
import { startSecondApp } from '../../support/second-app';

const [OLD, NEW] = ['o'.repeat(64), 'n'.repeat(64)];
const DIFFERS = 'SECRET_KEY differs from the one this database was set up with.';
const HOOK = { name: 'H', endpoint: 'https://data.example.org/in', auth_level: 'basic_auth' };

describe('a rotation of the secret key', () => {
  let first: TestApp;
  let app: TestApp;
  let uid: string;
  let browser: Browser;
  /** Opened before the rotation. */
  let page: string;
  let resetKey: string;
  let enrolled: Enrolled;

  beforeAll(async () => {
    first = await startApp({ environment: { SECRET_KEY: OLD }, hasOneProcess: true });
    await first.addUser('root', { superuser: true });
    for (const name of ['owner', 'ann', 'bob']) await first.addUser(name);
    ({ uid } = await makeAsset(first));
    const settings = { username: 'sender', password: 'hush' };
    await first
      .as('owner')
      .post(`/api/v2/assets/${uid}/hooks/`)
      .send({ ...HOOK, settings });
    const enrolling = new Browser(first);
    await enrolling.signIn('ann', PASSWORD);
    enrolled = await enrol(first, enrolling);
    browser = new Browser(first);
    await browser.signIn('owner', PASSWORD);
    page = (await browser.get('/projects/').expect(200)).text;
    const reset = await first.as('root').post('/api/v2/users/bob/password-reset/').expect(201);
    resetKey = (reset.body as { key: string }).key;
    app = await startSecondApp(first, {}, new SecretKey(NEW, [OLD]));
  });
  afterAll(async () => {
    await app.stop();
    await first.stop();
  });

  const signedInTo = (other: TestApp): Browser => {
    const there = new Browser(other);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    return there;
  };
  const start = (key: SecretKey): Promise<TestApp> => startSecondApp(first, {}, key);
  const rotated = { SECRET_KEY: NEW, SECRET_KEY_FALLBACKS: OLD };

  it('keeps sessions, tokens, forms that are open, and links', async () => {
    const shown = await signedInTo(app).get('/token/', 'application/json').expect(200);
    expect(shown.body).toEqual({ token: first.tokenOf('owner') });
    await app
      .with(`Token ${first.tokenOf('owner')}`)
      .get('/me/')
      .expect(200);
    await app
      .as(ANONYMOUS)
      .post('/api/v2/password-resets/')
      .send({ key: resetKey, new_password: 'a quite different long phrase' })
      .expect(204);
    const { action, hidden } = formsOf(page).find((each) => each.action.endsWith('/accounts/logout/'))!;
    await signedInTo(app).post(action, { csrfmiddlewaretoken: 'x' }).expect(403);
    await signedInTo(app).post(action, hidden).expect(303);
  });

  it('keeps second factors, their recovery codes, and settings of webhooks', async () => {
    const enter = async (code: string): Promise<number> => {
      const second = new Browser(app);
      await second.signIn('ann', PASSWORD);
      return (await second.submit('/accounts/login/mfa/', { code })).status;
    };
    expect(await enter(enrolled.codes[0]!)).toBe(303);
    expect(await enter(enrolled.codes[0]!)).toBe(400);
    expect(await enter(enrolled.authenticator.codeAt(1))).toBe(303);
    const { body } = await app
      .with(`Token ${first.tokenOf('owner')}`)
      .get(`/api/v2/assets/${uid}/hooks/`)
      .expect(200);
    expect(body.results).toMatchObject([{ settings: { username: 'sender' } }]);
  });

  it('needs the former key until everything is sealed with the new one, then only the new one', async () => {
    await expect(start(new SecretKey(NEW))).rejects.toThrow(DIFFERS);
    const variables = { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir };
    const lacking = await runCli({ ...variables, SECRET_KEY: NEW }, 'secret-key', 'reseal').result;
    expect(lacking).toMatchObject({ code: 1, error: expect.stringContaining('SECRET_KEY_FALLBACKS lacks') });

    const { code, out } = await runCli({ ...variables, ...rotated }, 'secret-key', 'reseal').result;
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^[5-9] secrets were/) });
    const again = await runCli({ ...variables, ...rotated }, 'secret-key', 'reseal').result;
    expect(again.out).toMatch(/^0 secrets were/);

    const only = await start(new SecretKey(NEW));
    const owner = only.with(`Token ${first.tokenOf('owner')}`);
    const token = await owner.get('/token/').set('Accept', 'application/json').expect(200);
    expect(token.body).toEqual({ token: first.tokenOf('owner') });
    const { body } = await owner.get(`/api/v2/assets/${uid}/hooks/`).expect(200);
    expect(body.results).toMatchObject([{ settings: { username: 'sender' } }]);
    await only.stop();
    await expect(start(new SecretKey(OLD))).rejects.toThrow(DIFFERS);
  });

  it('reseals each column that is encrypted', () => {
    const schema = readFileSync(join(__dirname, '../../contract/schema.sql'), 'utf8');
    const tables = [...schema.matchAll(/CREATE TABLE (\w+) \((.*?)\n\)/gs)].flatMap(([, table, columns]) =>
      [...columns!.matchAll(/^ {2}(\w+) bytea/gm)].map(([, column]) => `${table}.${column}`),
    );
    // Hashes, and the file of an import.
    const plain = /hash$|sha256$|fingerprint$|^session\.password_stamp$|^import_task\.source$/;
    const sealed = tables.filter((name) => !plain.test(name));
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(sealed.sort());
  });

  it('creates new tokens under the new key', async () => {
    const { id } = (await app.rows<{ id: number }>(`SELECT id FROM app_user WHERE username = 'root'`))[0]!;
    const { key } = await app.nest.get(CredentialService).defaultToken(id);
    expect(key).toBe(first.tokenOf('root'));
  });
});
