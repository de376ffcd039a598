import { RouteTable } from '../../../src/authorization/route-table';
import { assertUsername } from '../../../src/domain/account/username';
import { REMOVED_FIRST_SEGMENTS } from '../../../src/http/removed/removed-routes';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('ann');
  await app.addUser('root-user', { superuser: true });
});
afterAll(() => app.stop());

describe('/me/', () => {
  it('shows the profile of the caller', async () => {
    const { body, headers } = await app.as('ann').get('/me/').expect(200);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toMatchObject({
      username: 'ann',
      email: 'ann@example.org',
      is_superuser: false,
      last_login: null,
      projects_url: `${app.origin}/ann`,
      extra_details: { require_auth: true },
    });
    expect(body.gravatar).toMatch(/^https:\/\//);
    expect(body.extra_details__uid).toMatch(/^u[A-Za-z0-9]{21}$/);
    for (const date of ['server_time', 'date_joined'])
      expect(body[date]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(JSON.stringify(body)).not.toMatch(/password_?hash|argon2/i);
  });

  it('marks superusers', async () => {
    const { body } = await app.as('root-user').get('/me/').expect(200);
    expect(body.is_superuser).toBe(true);
  });

  it.each(['/me', '/me/', '/me.json', '/me/?format=json', '//me//'])('is also served at %s', async (path) => {
    expect((await app.as('ann').get(path).expect(200)).body.username).toBe('ann');
  });

  it('has AnonymousUser as an account that cannot sign in', async () => {
    const rows = await app.rows<{ password_hash: unknown; is_superuser: boolean }>(
      `SELECT password_hash, is_superuser FROM app_user WHERE username = 'AnonymousUser'`,
    );
    expect(rows).toEqual([{ password_hash: null, is_superuser: false }]);
  });
});

describe('usernames', () => {
  it('reserve every word of the paths of the service (username.ts)', () => {
    const words = app.nest
      .get(RouteTable)
      .routes()
      .flatMap(({ path }) => path.toLowerCase().split('/'))
      .filter((segment) => /^[a-z0-9][^:*]*$/.test(segment));
    const segments = new Set([...words, ...REMOVED_FIRST_SEGMENTS]);
    expect(segments.size).toBeGreaterThan(10);
    const takeable = [...segments].filter((segment) => {
      try {
        assertUsername(segment);
        return true;
      } catch {
        return false;
      }
    });
    expect(takeable).toEqual([]);
  });

  it.each(['collector', 'view', 'edit', 'api', 'o', 'accounts', 'forms'])('may not be %s', (name) => {
    expect(() => assertUsername(name)).toThrow();
  });

  it('may be the name of the first superuser', () => {
    expect(() => assertUsername('admin')).not.toThrow();
  });
});
