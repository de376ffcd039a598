import type { Response } from 'supertest';
import { CredentialService } from '../../../src/modules/account/credential/credential.service';
import { TokenUseService } from '../../../src/modules/account/credential/api-token.service';
import { startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { FakeClock } from '../../support/clock';
import { countQueries } from '../../support/query-count';

const MAX_FAILURES = 5;
const MINUTE = 60_000;

describe('failed sign-ins', () => {
  let app: TestApp;
  let clock: FakeClock;
  let block = 0;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: String(MAX_FAILURES), TRUST_PROXY: 'loopback', ROLE: 'api' },
    });
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
    for (const username of ['ann', 'bob', 'carl', 'dora', 'eve', 'finn', 'gus', 'hal', 'ida', 'leaver']) {
      await app.addUser(username);
    }
  });
  afterAll(() => app.stop());

  const newAddress = (): string => `10.1.${(block += 1)}.1`;
  const authenticate = async (address: string, username: string, password?: string): Promise<Response> =>
    app.with(basic(username, password)).get('/me/').set('X-Forwarded-For', address);
  const fail = async (address: string, username: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await authenticate(address, username, `wrong ${time}`)).status);
    }
    return statuses;
  };
  const failures = (times: number): number[] => Array.from({ length: times }, () => 401);

  it('return 429 with Retry-After at the limit, even with the right password', async () => {
    const address = newAddress();
    expect(await fail(address, 'ann', MAX_FAILURES)).toEqual(failures(MAX_FAILURES));
    clock.advance(MINUTE);
    for (const password of ['wrong', undefined]) {
      const { status, headers, body } = await authenticate(address, 'ann', password);
      expect({ status, wait: headers['retry-after'], type: headers['content-type'] }).toEqual({
        status: 429,
        wait: String(14 * 60),
        type: 'application/json',
      });
      expect(body.detail).toMatch(/^Too many failed sign-ins\. Retry in 840 s\./);
    }
  });

  it('expire after their window', async () => {
    const address = newAddress();
    await fail(address, 'bob', MAX_FAILURES);
    clock.advance(15 * MINUTE - 1);
    expect((await authenticate(address, 'bob')).status).toBe(429);
    clock.advance(1);
    expect((await authenticate(address, 'bob')).status).toBe(200);
  });

  it('block neither an API token nor the right password from elsewhere', async () => {
    const address = newAddress();
    await fail(address, 'carl', MAX_FAILURES + 1);
    await app.as('carl').get('/me/').set('X-Forwarded-For', address).expect(200);
    expect((await authenticate(newAddress(), 'carl')).status).toBe(200);
    expect((await authenticate(address, 'dora')).status).toBe(200);
  });

  it('never lock a user out, however long one address goes on', async () => {
    const address = newAddress();
    expect(await fail(address, 'dora', 12 * MAX_FAILURES)).toContain(429);
    expect((await authenticate(newAddress(), 'dora')).status).toBe(200);
  });

  it('start from zero after a successful sign-in', async () => {
    const address = newAddress();
    for (let round = 0; round < 3; round += 1) {
      expect(await fail(address, 'eve', MAX_FAILURES - 1)).toEqual(failures(MAX_FAILURES - 1));
      await app.nest.get(CredentialService).signIn('eve', 'correct horse: battery staple', address);
    }
  });

  it('count the same for unknown usernames, regardless of letter case', async () => {
    const address = newAddress();
    expect(await fail(address, 'nobody-here', MAX_FAILURES)).toEqual(failures(MAX_FAILURES));
    expect((await authenticate(address, 'NOBODY-here')).status).toBe(429);
    expect((await authenticate(address, 'nobody-else')).status).toBe(401);
  });

  it('block an address that tries many names', async () => {
    const address = newAddress();
    for (let name = 0; name < 10 * MAX_FAILURES; name += 1) {
      expect((await authenticate(address, `spray-${name}`)).status).toBe(401);
    }
    expect((await authenticate(address, 'finn')).status).toBe(429);
    expect((await authenticate(newAddress(), 'finn')).status).toBe(200);
  });

  it('block an account that is tried from many addresses', async () => {
    for (let round = 0; round < 10; round += 1) {
      expect(await fail(newAddress(), 'gus', MAX_FAILURES)).toEqual(failures(MAX_FAILURES));
    }
    expect((await authenticate(newAddress(), 'gus')).status).toBe(429);
    await app.as('gus').get('/me/').expect(200);
  });

  it('sent at once count about as much as one after the other', async () => {
    const address = newAddress();
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, guess) => (await authenticate(address, 'hal', `guess ${guess}`)).status,
      ),
    );
    const checked = statuses.filter((status) => status === 401).length;
    expect(checked).toBeGreaterThanOrEqual(MAX_FAILURES);
    expect(checked).toBeLessThan(MAX_FAILURES + 4);
    expect((await authenticate(newAddress(), 'hal')).status).toBe(200);
  });

  it('count for the current password of a profile change', async () => {
    const address = newAddress();
    const change = (password: string) =>
      app
        .as('ida')
        .patch('/me/')
        .set('X-Forwarded-For', address)
        .send({ current_password: password, new_password: 'a new password' });
    for (let time = 0; time < MAX_FAILURES; time += 1) await change(`wrong ${time}`).expect(400);
    await change('correct horse: battery staple').expect(429);
    expect((await authenticate(newAddress(), 'ida')).status).toBe(200);
  });

  it('return OpenRosa messages to collectors', async () => {
    const address = newAddress();
    await fail(address, 'ida', MAX_FAILURES);
    const { headers, text } = await app
      .with(basic('ida', 'wrong'))
      .get('/formList')
      .set('X-Forwarded-For', address)
      .expect(429);
    expect(headers['retry-after']).toBe('900');
    expect(text).toContain('<message nature="">Too many failed sign-ins.');
  });

  it('exclude the right password of a closed account (401)', async () => {
    const address = newAddress();
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    // A password verified during a cache invalidation isn't cached: later tests begin after it.
    await waitForNotifications(app);
    for (let time = 0; time <= MAX_FAILURES; time += 1) {
      const { status, body } = await authenticate(address, 'leaver');
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'User inactive or deleted.' } });
    }
  });

  it('cost no query while the right password is cached', async () => {
    const address = newAddress();
    await waitForNotifications(app);
    await authenticate(address, 'finn');
    // Token usage is written in the background; flush the writes of earlier tests.
    await app.nest.get(TokenUseService).flush();
    const queries = await countQueries(app, async () => {
      for (let time = 0; time < 5; time += 1) expect((await authenticate(address, 'finn')).status).toBe(200);
    });
    // The profile is one query per request.
    expect(queries).toBe(5);
  });

  it('leave neither names nor passwords in the database', async () => {
    const rows = await app.rows<Record<string, unknown>>('SELECT * FROM sign_in_failure');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      // A row is a 256-bit keyed hash and numbers.
      expect(row).toEqual({
        name: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        failures: expect.any(Number),
        date_ends: expect.any(Date),
      });
    }
  });
});

describe('failed sign-ins without a trusted proxy', () => {
  it('count under the socket address, whatever headers the caller sends', async () => {
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

  it('returns the actor', async () => {
    const credentials = app.nest.get(CredentialService);
    const { actor } = await credentials.signIn('Ann', 'correct horse: battery staple', '127.0.0.1');
    expect(actor).toMatchObject({ kind: 'user', username: 'ann', credential: 'session' });
  });

  it('rejects invalid credentials', async () => {
    const credentials = app.nest.get(CredentialService);
    await expect(credentials.signIn('ann', 'wrong', '127.0.0.1')).rejects.toThrow(
      'Invalid username/password.',
    );
    await expect(credentials.signIn('AnonymousUser', '', undefined)).rejects.toThrow(
      'Invalid username/password.',
    );
  });
});
