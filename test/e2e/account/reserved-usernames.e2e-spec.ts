import { RouteTable } from '../../../src/access/route-table';
import { assertUsername } from '../../../src/domain/account/username';
import { REMOVED_FIRST_SEGMENTS } from '../../../src/http/removed/removed-routes';
import { startApp, type TestApp } from '../../support/app';

describe('usernames', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('are never words of the paths of the service: reserved-usernames.ts has them all', () => {
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

  it('may be the one of the first superuser', () => {
    expect(() => assertUsername('admin')).not.toThrow();
  });
});
