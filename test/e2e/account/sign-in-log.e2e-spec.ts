import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';

interface LogEntry {
  readonly event?: string;
  readonly reason?: string;
}

describe('the sign-in log', () => {
  const lines: string[] = [];
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({
      environment: { LOG_LEVEL: 'info', MAX_FAILED_SIGN_INS: '3' },
      log: { write: (line) => lines.push(line) },
    });
    for (const name of ['ann', 'leaver']) await app.addUser(name);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => app.stop());

  const failures = (): LogEntry[] =>
    lines.map((line) => JSON.parse(line) as LogEntry).filter(({ event }) => event === 'sign-in refused');
  const address = '127.0.0.1';

  it('reports the username, address and reason of a failed sign-in and no secret', async () => {
    await app.with(basic('Ann', 'a wrong password')).get('/me/').expect(401);
    await new Browser(app).signIn('ann', 'another wrong one');
    await app.with(basic('my password, typed into the wrong field', 'x')).get('/me/').expect(401);
    await app.with(basic('leaver')).get('/me/').expect(401);
    const user = { userId: expect.any(Number), username: 'ann' };
    expect(failures()).toEqual([
      expect.objectContaining({ reason: 'wrong password', address, ...user }),
      expect.objectContaining({ reason: 'wrong password', address, ...user }),
      expect.objectContaining({ reason: 'no such user', address }),
      expect.objectContaining({ reason: 'account not active', address, username: 'leaver' }),
    ]);
    expect(failures()[2]).not.toHaveProperty('username');
    expect(lines.join('\n')).not.toMatch(/wrong password"[^,]*wrong|another wrong|wrong field|correct horse/);
  });

  it('reports a block once, however many attempts follow', async () => {
    for (let time = 0; time < 9; time += 1) await app.with(basic('closed', `wrong ${time}`)).get('/me/');
    expect(failures().map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 3 }, () => 'no such user'),
      'too many failures',
    ]);
  });

  it('reports no successful sign-in', async () => {
    await app.with(basic('ann')).get('/me/').expect(200);
    expect((await new Browser(app).signIn('ann', PASSWORD)).status).toBe(303);
    expect(failures()).toEqual([]);
  });
});
