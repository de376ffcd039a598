import type { Response } from 'supertest';
import { ChangeNotifications } from '../../../src/database/change-notifications';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';

const MAX_FAILURES = 5;
const DAY = 24 * 60 * 60_000;

describe('sign-in throttling beside other clients', () => {
  let app: TestApp;
  let clock: FakeClock;
  let block = 0;
  let ann: string;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: String(MAX_FAILURES), TRUST_PROXY: 'loopback', ROLE: 'api' },
    });
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ann = `ann-${(block += 1)}`;
    await app.addUser(ann);
  });

  const newAddress = (): string => `10.2.${(block += 1)}.1`;
  const authenticate = async (address: string, username: string, password = PASSWORD): Promise<Response> =>
    app.with(basic(username, password)).get('/me/').set('X-Forwarded-For', address);
  const guess = async (address: string, username: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await authenticate(address, username, `wrong ${time}`)).status);
    }
    return statuses;
  };
  /** Forces the next sign-in to check the password. */
  const clearPasswordCache = async (): Promise<void> => {
    const users = await app.rows<{ id: number }>('SELECT id FROM app_user');
    for (const { id } of users) app.nest.get(ChangeNotifications).publish('user', id);
  };
  const signedInFrom = async (address: string): Promise<void> => {
    expect((await authenticate(address, ann)).status).toBe(200);
    await clearPasswordCache();
  };
  const blockAccountForUnknownAddresses = async (): Promise<void> => {
    for (let address = 0; address < 10; address += 1) await guess(newAddress(), ann, MAX_FAILURES);
    expect((await authenticate(newAddress(), ann)).status).toBe(429);
  };

  it('never rejects a cached password, although guessing goes on from its own address', async () => {
    const address = newAddress();
    expect((await authenticate(address, ann)).status).toBe(200);
    expect(await guess(address, ann, 3 * MAX_FAILURES)).toContain(429);
    expect((await authenticate(address, ann)).status).toBe(200);
    expect((await authenticate(address, ann, 'a further guess')).status).toBe(429);
    expect((await authenticate(address, ann)).status).toBe(200);
  });

  it('never rejects a session or a token, although the account and its address are blocked', async () => {
    const browser = new Browser(app);
    await browser.signIn(ann, PASSWORD);
    await blockAccountForUnknownAddresses();
    for (let name = 0; name < 10 * MAX_FAILURES; name += 1)
      await guess('127.0.0.1', `name-${ann}-${name}`, 1);
    expect((await app.with(basic('nobody', 'x')).get('/me/')).status).toBe(429);
    await browser.get('/me/', 'application/json').expect(200);
    await app.as(ann).get('/me/').expect(200);
  });

  it('keeps an account open to the addresses it signed in from when others guess at it', async () => {
    const home = newAddress();
    await signedInFrom(home);
    await blockAccountForUnknownAddresses();
    expect((await authenticate(home, ann)).status).toBe(200);
    await clearPasswordCache();
    // The limit per known address is as low as any other.
    expect(await guess(home, ann, MAX_FAILURES + 1)).toEqual([
      ...Array.from({ length: MAX_FAILURES }, () => 401),
      429,
    ]);
  });

  it('keeps an address open to its known users when many names are tried from it', async () => {
    const office = newAddress();
    const stranger = `stranger-${ann}`;
    await app.addUser(stranger);
    await signedInFrom(office);
    for (let name = 0; name < 10 * MAX_FAILURES; name += 1) await guess(office, `typo-${ann}-${name}`, 1);
    expect((await authenticate(office, stranger)).status).toBe(429);
    expect((await authenticate(office, ann)).status).toBe(200);
  });

  it('counts failures of known users neither against their address nor against their account', async () => {
    const office = newAddress();
    for (let user = 0; user < 10; user += 1) {
      ann = `known-${block}-${user}`;
      await app.addUser(ann);
      await signedInFrom(office);
      expect(await guess(office, ann, MAX_FAILURES)).toEqual(Array.from({ length: MAX_FAILURES }, () => 401));
    }
    expect((await authenticate(office, `nobody-${ann}`)).status).toBe(401);
    expect((await authenticate(newAddress(), ann)).status).toBe(200);
  });

  it('knows an address for 30 days after a sign-in', async () => {
    const [home, hut] = [newAddress(), newAddress()];
    await signedInFrom(hut);
    clock.advance(29 * DAY);
    await signedInFrom(home);
    clock.advance(2 * DAY);
    await blockAccountForUnknownAddresses();
    expect((await authenticate(home, ann)).status).toBe(200);
    expect((await authenticate(hut, ann)).status).toBe(429);
  });

  it('counts IPv6 by /64 and limits a /48 as a whole', async () => {
    const statuses: number[] = [];
    const from = async (subnet: number, host: number): Promise<void> => {
      const address = `2001:db8:${block}:${subnet.toString(16)}::${host.toString(16)}`;
      statuses.push(...(await guess(address, ann, 1)));
    };
    for (let host = 1; host <= MAX_FAILURES + 1; host += 1) await from(0, host);
    expect(statuses).toEqual([...Array.from({ length: MAX_FAILURES }, () => 401), 429]);
    for (let subnet = 1; subnet <= 10 * MAX_FAILURES; subnet += 1) await from(subnet, 1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(2 * MAX_FAILURES);
    // One network can't lock the account for others.
    expect((await authenticate(newAddress(), ann)).status).toBe(200);
  });

  it('blocks a /48 that tries many names and no other network', async () => {
    const network = (block += 1).toString(16);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 50 * MAX_FAILURES + 1; attempt += 1) {
      const address = `2001:db8:${network}:${(attempt % 50).toString(16)}::1`;
      statuses.push(...(await guess(address, `v6-${ann}-${attempt}`, 1)));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50 * MAX_FAILURES);
    expect(statuses.at(-1)).toBe(429);
    expect((await authenticate(`2001:db8:${network}ff:1::1`, ann)).status).toBe(200);
  });

  it('stores no address and no name in the database', async () => {
    await signedInFrom(newAddress());
    const rows = await app.rows<{ row: string }>('SELECT k::text AS row FROM known_address k');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).toMatch(/^\(\d+,"\\\\x[0-9a-f]{64}","[-0-9 :.+]+"\)$/);
  });
});
