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

  it('are never the first segment of a path of the service: reserved-usernames.ts has them all', () => {
    const first = app.nest
      .get(RouteTable)
      .routes()
      .map(({ path }) => path.split('/')[1]!.toLowerCase())
      .filter((segment) => /^[a-z0-9]/.test(segment));
    const segments = new Set([...first, ...REMOVED_FIRST_SEGMENTS]);
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

  it('may be the one of the first superuser', () => {
    expect(() => assertUsername('admin')).not.toThrow();
  });
});
