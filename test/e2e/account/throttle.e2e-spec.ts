import type { Response } from 'supertest';
import { CredentialService } from '../../../src/modules/credential/credential.service';
import { TokenUseService } from '../../../src/modules/credential/token-use.service';
import { startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { allHeard } from '../../support/change-heard';
import { FakeClock } from '../../support/clock';
import { countQueries } from '../../support/query-count';

const MOST = 5;
const MINUTE = 60_000;

describe('failed sign-ins', () => {
  let app: TestApp;
  let clock: FakeClock;
  let block = 0;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: String(MOST), TRUST_PROXY: 'loopback', ROLE: 'api' },
    });
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
    for (const username of ['ann', 'bob', 'carl', 'dora', 'eve', 'finn', 'gus', 'hal', 'ida', 'leaver']) {
      await app.addUser(username);
    }
  });
  afterAll(() => app.stop());

  /** An address that no other test comes from. */
  const newAddress = (): string => `10.1.${(block += 1)}.1`;
  const ask = async (address: string, username: string, password?: string): Promise<Response> =>
    app.with(basic(username, password)).get('/me/').set('X-Forwarded-For', address);
  const fail = async (address: string, username: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await ask(address, username, `wrong ${time}`)).status);
    }
    return statuses;
  };
  const failures = (times: number): number[] => Array.from({ length: times }, () => 401);

  it('are stopped with 429 and the time to wait, and the right password with them', async () => {
    const address = newAddress();
    expect(await fail(address, 'ann', MOST)).toEqual(failures(MOST));
    clock.pass(MINUTE);
    for (const password of ['wrong', undefined]) {
      const { status, headers, body } = await ask(address, 'ann', password);
      expect({ status, wait: headers['retry-after'], type: headers['content-type'] }).toEqual({
        status: 429,
        wait: String(14 * 60),
        type: 'application/json',
      });
      expect(body.detail).toMatch(/^Too many failed sign-ins\. Try again in 840 seconds/);
    }
  });

  it('are forgotten when their time is over', async () => {
    const address = newAddress();
    await fail(address, 'bob', MOST);
    clock.pass(15 * MINUTE - 1);
    expect((await ask(address, 'bob')).status).toBe(429);
    clock.pass(1);
    expect((await ask(address, 'bob')).status).toBe(200);
  });

  it('never touch an API token, nor the right password from elsewhere', async () => {
    const address = newAddress();
    await fail(address, 'carl', MOST + 1);
    await app.as('carl').get('/me/').set('X-Forwarded-For', address).expect(200);
    expect((await ask(newAddress(), 'carl')).status).toBe(200);
    expect((await ask(address, 'dora')).status).toBe(200);
  });

  it('do not lock a person out, however long one address goes on', async () => {
    const address = newAddress();
    expect(await fail(address, 'dora', 12 * MOST)).toContain(429);
    expect((await ask(newAddress(), 'dora')).status).toBe(200);
  });

  it('begin anew after the right password', async () => {
    const address = newAddress();
    for (let round = 0; round < 3; round += 1) {
      expect(await fail(address, 'eve', MOST - 1)).toEqual(failures(MOST - 1));
      await app.nest.get(CredentialService).signIn('eve', 'correct horse: battery staple', address);
    }
  });

  it('count alike for users that do not exist, whatever the letter case', async () => {
    const address = newAddress();
    expect(await fail(address, 'nobody-here', MOST)).toEqual(failures(MOST));
    expect((await ask(address, 'NOBODY-here')).status).toBe(429);
    expect((await ask(address, 'nobody-else')).status).toBe(401);
  });

  it('stop an address that tries many names', async () => {
    const address = newAddress();
    for (let name = 0; name < 10 * MOST; name += 1) {
      expect((await ask(address, `spray-${name}`)).status).toBe(401);
    }
    expect((await ask(address, 'finn')).status).toBe(429);
    expect((await ask(newAddress(), 'finn')).status).toBe(200);
  });

  it('stop an account that is tried from many addresses', async () => {
    for (let round = 0; round < 10; round += 1) {
      expect(await fail(newAddress(), 'gus', MOST)).toEqual(failures(MOST));
    }
    expect((await ask(newAddress(), 'gus')).status).toBe(429);
    await app.as('gus').get('/me/').expect(200);
  });

  it('of many guesses at once are hardly more than of one after the other', async () => {
    const address = newAddress();
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, guess) => (await ask(address, 'hal', `guess ${guess}`)).status),
    );
    const checked = statuses.filter((status) => status === 401).length;
    expect(checked).toBeGreaterThanOrEqual(MOST);
    expect(checked).toBeLessThan(MOST + 4);
    expect((await ask(newAddress(), 'hal')).status).toBe(200);
  });

  it('at the current password of a profile count as well', async () => {
    const address = newAddress();
    const change = (password: string) =>
      app
        .as('ida')
        .patch('/me/')
        .set('X-Forwarded-For', address)
        .send({ current_password: password, new_password: 'a new password' });
    for (let time = 0; time < MOST; time += 1) await change(`wrong ${time}`).expect(400);
    await change('correct horse: battery staple').expect(429);
    expect((await ask(newAddress(), 'ida')).status).toBe(200);
  });

  it('are answered to collectors in their own words', async () => {
    const address = newAddress();
    await fail(address, 'ida', MOST);
    const { headers, text } = await app
      .with(basic('ida', 'wrong'))
      .get('/formList')
      .set('X-Forwarded-For', address)
      .expect(429);
    expect(headers['retry-after']).toBe('900');
    expect(text).toContain('<message nature="">Too many failed sign-ins.');
  });

  it('are told from the right password of a closed account (401), which is not counted', async () => {
    const address = newAddress();
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    // A password that is verified while a change is heard is not remembered: later tests begin after it.
    await allHeard(app);
    for (let time = 0; time <= MOST; time += 1) {
      const { status, body } = await ask(address, 'leaver');
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'User inactive or deleted.' } });
    }
  });

  it('cost no look into the database while a right password is remembered', async () => {
    const address = newAddress();
    await allHeard(app);
    await ask(address, 'finn');
    // Uses of tokens are written behind the requests' backs; what earlier tests left is written now.
    await app.nest.get(TokenUseService).write();
    const queries = await countQueries(app, async () => {
      for (let time = 0; time < 5; time += 1) expect((await ask(address, 'finn')).status).toBe(200);
    });
    // The profile itself is one query each time.
    expect(queries).toBe(5);
  });

  it('leave neither names nor passwords in the database', async () => {
    const rows = await app.rows<Record<string, unknown>>('SELECT * FROM sign_in_failure');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      // 256 bits of a keyed hash, and nothing beside it but numbers: no name, no address and no password fits in there.
      expect(row).toEqual({
        name: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        failures: expect.any(Number),
        date_ends: expect.any(Date),
      });
    }
  });
});

describe('failed sign-ins without a trusted proxy', () => {
  it('are counted under the address of the socket, whatever the caller says it is', async () => {
    const app = await startApp({ environment: { MAX_FAILED_SIGN_INS: '3' } });
    try {
      await app.addUser('ann');
      const statuses: number[] = [];
      for (let time = 0; time < 4; time += 1) {
        const { status } = await app
          .with(basic('ann', `wrong ${time}`))
          .get('/me/')
          .set('X-Forwarded-For', `10.0.0.${time}`);
        statuses.push(status);
      }
      expect(statuses).toEqual([401, 401, 401, 429]);
    } finally {
      await app.stop();
    }
  });
});

describe('CredentialService.signIn', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  it('tells who signs in', async () => {
    const credentials = app.nest.get(CredentialService);
    const actor = await credentials.signIn('Ann', 'correct horse: battery staple', '127.0.0.1');
    expect(actor).toMatchObject({ kind: 'user', username: 'ann', credential: 'session' });
  });

  it('refuses what does not fit', async () => {
    const credentials = app.nest.get(CredentialService);
    await expect(credentials.signIn('ann', 'wrong', '127.0.0.1')).rejects.toThrow(
      'Invalid username/password.',
    );
    await expect(credentials.signIn('AnonymousUser', '', undefined)).rejects.toThrow(
      'Invalid username/password.',
    );
  });
});
