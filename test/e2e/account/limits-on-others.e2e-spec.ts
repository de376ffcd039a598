import type { Response } from 'supertest';
import { ChangeFeed } from '../../../src/database/change-feed';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';

const MOST = 5;
const DAY = 24 * 60 * 60_000;

describe('limits on sign-ins that others provoke', () => {
  let app: TestApp;
  let clock: FakeClock;
  let block = 0;
  let ann: string;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: String(MOST), TRUST_PROXY: 'loopback', ROLE: 'api' },
    });
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ann = `ann-${(block += 1)}`;
    await app.addUser(ann);
  });

  const newAddress = (): string => `10.2.${(block += 1)}.1`;
  const ask = async (address: string, username: string, password = PASSWORD): Promise<Response> =>
    app.with(basic(username, password)).get('/me/').set('X-Forwarded-For', address);
  const guess = async (address: string, username: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await ask(address, username, `wrong ${time}`)).status);
    }
    return statuses;
  };
  /** So that the password has to be checked again. */
  const forgetPasswords = async (): Promise<void> => {
    const users = await app.rows<{ id: number }>('SELECT id FROM app_user');
    for (const { id } of users) app.nest.get(ChangeFeed).announce('user', id);
  };
  const signedInFrom = async (address: string): Promise<void> => {
    expect((await ask(address, ann)).status).toBe(200);
    await forgetPasswords();
  };
  const closeAccountToUnknown = async (): Promise<void> => {
    for (let address = 0; address < 10; address += 1) await guess(newAddress(), ann, MOST);
    expect((await ask(newAddress(), ann)).status).toBe(429);
  };

  it('never refuse a remembered password, though guessing goes on from its own address', async () => {
    const address = newAddress();
    expect((await ask(address, ann)).status).toBe(200);
    expect(await guess(address, ann, 3 * MOST)).toContain(429);
    expect((await ask(address, ann)).status).toBe(200);
    expect((await ask(address, ann, 'a further guess')).status).toBe(429);
    expect((await ask(address, ann)).status).toBe(200);
  });

  it('never refuse a session or a token, though the account and its address are closed', async () => {
    const browser = new Browser(app);
    await browser.signIn(ann, PASSWORD);
    await closeAccountToUnknown();
    for (let name = 0; name < 10 * MOST; name += 1) await guess('127.0.0.1', `name-${ann}-${name}`, 1);
    expect((await app.with(basic('nobody', 'x')).get('/me/')).status).toBe(429);
    await browser.get('/me/', 'application/json').expect(200);
    await app.as(ann).get('/me/').expect(200);
  });

  it('leave an account open to the addresses where it was signed in to, when many others guess at it', async () => {
    const home = newAddress();
    await signedInFrom(home);
    await closeAccountToUnknown();
    expect((await ask(home, ann)).status).toBe(200);
    await forgetPasswords();
    // The allowance of that address is its own, and as small as any.
    expect(await guess(home, ann, MOST + 1)).toEqual([...Array.from({ length: MOST }, () => 401), 429]);
  });

  it('leave an address open to those known there, when many names are tried from it', async () => {
    const office = newAddress();
    const stranger = `stranger-${ann}`;
    await app.addUser(stranger);
    await signedInFrom(office);
    for (let name = 0; name < 10 * MOST; name += 1) await guess(office, `typo-${ann}-${name}`, 1);
    expect((await ask(office, stranger)).status).toBe(429);
    expect((await ask(office, ann)).status).toBe(200);
  });

  it('count no mistakes of known users against their address or their account', async () => {
    const office = newAddress();
    for (let user = 0; user < 10; user += 1) {
      ann = `known-${block}-${user}`;
      await app.addUser(ann);
      await signedInFrom(office);
      expect(await guess(office, ann, MOST)).toEqual(Array.from({ length: MOST }, () => 401));
    }
    expect((await ask(office, `nobody-${ann}`)).status).toBe(401);
    expect((await ask(newAddress(), ann)).status).toBe(200);
  });

  it('know an address for 30 days after a sign-in', async () => {
    const [home, hut] = [newAddress(), newAddress()];
    await signedInFrom(hut);
    clock.pass(29 * DAY);
    await signedInFrom(home);
    clock.pass(2 * DAY);
    await closeAccountToUnknown();
    expect((await ask(home, ann)).status).toBe(200);
    expect((await ask(hut, ann)).status).toBe(429);
  });

  it('count IPv6 by /64, and what comes from one /48 together', async () => {
    const statuses: number[] = [];
    const from = async (subnet: number, host: number): Promise<void> => {
      const address = `2001:db8:${block}:${subnet.toString(16)}::${host.toString(16)}`;
      statuses.push(...(await guess(address, ann, 1)));
    };
    for (let host = 1; host <= MOST + 1; host += 1) await from(0, host);
    expect(statuses).toEqual([...Array.from({ length: MOST }, () => 401), 429]);
    for (let subnet = 1; subnet <= 10 * MOST; subnet += 1) await from(subnet, 1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(2 * MOST);
    // However many addresses one network has, it can't close the account to others.
    expect((await ask(newAddress(), ann)).status).toBe(200);
  });

  it('close a /48 that tries many names, and none of the others', async () => {
    const network = (block += 1).toString(16);
    const statuses: number[] = [];
    for (let turn = 0; turn < 50 * MOST + 1; turn += 1) {
      const address = `2001:db8:${network}:${(turn % 50).toString(16)}::1`;
      statuses.push(...(await guess(address, `v6-${ann}-${turn}`, 1)));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50 * MOST);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask(`2001:db8:${network}ff:1::1`, ann)).status).toBe(200);
  });

  it('keep no address and no name in the database', async () => {
    await signedInFrom(newAddress());
    const rows = await app.rows<{ row: string }>('SELECT k::text AS row FROM known_address k');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).toMatch(/^\(\d+,"\\\\x[0-9a-f]{64}","[-0-9 :.+]+"\)$/);
  });
});
