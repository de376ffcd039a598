import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';

interface Line {
  readonly event?: string;
  readonly reason?: string;
}

describe('the log of sign-ins', () => {
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

  const told = (): Line[] =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event === 'sign-in refused');
  const address = '127.0.0.1';

  it('tells who was refused, from where and why, and nothing of what was typed', async () => {
    await app.with(basic('Ann', 'a wrong password')).get('/me/').expect(401);
    await new Browser(app).signIn('ann', 'another wrong one');
    await app.with(basic('my password, typed into the wrong field', 'x')).get('/me/').expect(401);
    await app.with(basic('leaver')).get('/me/').expect(401);
    const user = { userId: expect.any(Number), username: 'ann' };
    expect(told()).toEqual([
      expect.objectContaining({ reason: 'wrong password', address, ...user }),
      expect.objectContaining({ reason: 'wrong password', address, ...user }),
      expect.objectContaining({ reason: 'no such user', address }),
      expect.objectContaining({ reason: 'account not active', address, username: 'leaver' }),
    ]);
    expect(told()[2]).not.toHaveProperty('username');
    expect(lines.join('\n')).not.toMatch(/wrong password"[^,]*wrong|another wrong|wrong field|correct horse/);
  });

  it('tells once that a door is closed, however many knock', async () => {
    for (let time = 0; time < 9; time += 1) await app.with(basic('closed', `wrong ${time}`)).get('/me/');
    expect(told().map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 3 }, () => 'no such user'),
      'too many failures',
    ]);
  });

  it('tells of no sign-in that went well', async () => {
    await app.with(basic('ann')).get('/me/').expect(200);
    expect((await new Browser(app).signIn('ann', PASSWORD)).status).toBe(303);
    expect(told()).toEqual([]);
  });
});
