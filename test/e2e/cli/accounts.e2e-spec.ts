import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../../src/config/version';
import { basic } from '../../support/basic';
import { runCli } from '../../support/command-line';
import { startApp, type TestApp } from '../../support/app';

const CLI = resolve(__dirname, '../../../dist/src/cli/main.js');

describe('accounts on the command line, beside a running service', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { SECRET_KEY: 'k'.repeat(64) } });
  });
  afterAll(() => app.stop());

  const variables = () => ({
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'k'.repeat(64),
    DATA_DIR: app.dataDir,
  });
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
      env: { ...process.env, ...variables() },
    });
    return stdout.trim();
  };

  it('creates a user whose token works, and shows the same token again', async () => {
    expect(await run('user', 'create', 'mary', '--password', 'correct-horse')).toBe('Created the user mary.');
    const token = await run('user', 'token', 'mary');
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    const { body } = await app.with(`Token ${token}`).get('/me/').expect(200);
    expect(body).toMatchObject({ username: 'mary', is_superuser: false });
    expect(await run('user', 'token', 'mary')).toBe(token);
  });

  it('sets another password read from stdin and revokes the credentials', async () => {
    await run('user', 'create', 'paul', '--password', 'correct-horse');
    const token = await run('user', 'token', 'paul');
    const typed = runCli(variables(), 'user', 'password', 'paul');
    typed.child.stdin!.end('battery-staple\n');
    expect(await typed.result).toMatchObject({
      code: 0,
      out: expect.stringContaining('Changed the password of paul'),
    });
    await app.with(basic('paul', 'battery-staple')).get('/me/').expect(200);
    await app.with(basic('paul', 'correct-horse')).get('/me/').expect(401);
    await app.with(`Token ${token}`).get('/me/').expect(401);
  });

  it('shows, requires and resets the second factor', async () => {
    await run('user', 'create', 'olga', '--password', 'correct-horse');
    expect(await run('user', 'mfa', 'olga', '--require')).toBe('olga: second factor off, required.');
    await app.with(basic('olga', 'correct-horse')).get('/me/').expect(401);
    await app.rows(
      `INSERT INTO mfa_method (user_id, encrypted_secret, is_active, date_created, date_modified)
       SELECT id, 'x', true, now(), now() FROM app_user WHERE username = 'olga'`,
    );
    expect(await run('user', 'mfa', 'olga', '--optional')).toBe('olga: second factor active, optional.');
    expect(await run('user', 'mfa', 'olga', '--reset')).toBe('olga: second factor off, optional.');
    await app.with(basic('olga', 'correct-horse')).get('/me/').expect(200);
    await expect(run('user', 'mfa', 'nobody')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no user nobody.'),
    });
  });

  it('prints the version', async () => {
    expect(await run('--version')).toBe(VERSION);
  });

  it('creates superusers', async () => {
    await run('user', 'create', 'root', '--password', 'correct-horse', '--superuser');
    const token = await run('user', 'token', 'root');
    const { body } = await app.with(`Token ${token}`).get('/me/').expect(200);
    expect(body.is_superuser).toBe(true);
  });

  it('creates no token for AnonymousUser', async () => {
    await expect(run('user', 'token', 'AnonymousUser')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('AnonymousUser represents callers without credentials'),
    });
    const tokens = await app.rows(
      `SELECT t.id FROM api_token t JOIN app_user u ON u.id = t.user_id WHERE u.username = 'AnonymousUser'`,
    );
    expect(tokens).toEqual([]);
  });

  it('reports errors on stderr and by exit status', async () => {
    await expect(run('user', 'create', 'x', '--password', 'correct-horse')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Choose a username'),
    });
    await expect(run('user', 'token', 'nobody')).rejects.toMatchObject({
      stderr: expect.stringContaining('There is no user nobody.'),
    });
    await expect(run('user')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\nUsage: .* user --help\n$/),
    });
  });

  it('prints help for a command', async () => {
    const help = await run('user', 'create', '--help');
    expect(help).toContain('user create NAME [--email E] [--superuser]');
    expect(help).toContain('at least 8 characters');
    expect(help).not.toContain('user token');
    expect(await run('user', '-h')).toContain('user token NAME');
    expect(await run('xlsform', 'check', '--help')).toContain('xlsform check IN');
    expect(await run('nonsense', '--help')).toContain('Usage:');
  });

  it('reports an unreachable database in one sentence', async () => {
    const nowhere = {
      DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/x',
      DATABASE_WAIT_SECONDS: '0',
      SECRET_KEY: 'k'.repeat(64),
    };
    const ran = promisify(execFile)(process.execPath, [CLI, 'user', 'token', 'mary'], {
      env: { ...process.env, ...nowhere },
    });
    await expect(ran).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        "Can't connect to the database of DATABASE_URL at 127.0.0.1:1: connection refused. Start PostgreSQL, or correct the address.\n",
    });
  });

  it('migrates, and reports when the schema is current', async () => {
    expect(await run('migrate')).toBe('The database is up to date.');
  });
});
