import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';

/** Applies to every route, including new ones: none is named here. */
describe('every route', () => {
  let app: TestApp;
  let routes: readonly Route[];

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('stranger');
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => policy.kind !== 'fallback' && !isPage);
  });
  afterAll(() => app.stop());

  const send = async (route: Route, authorization: string | undefined) => {
    const path = route.path.replace(':uid', `a${'x'.repeat(21)}`).replace(/:\w+/g, 'unknown');
    const { status, text, headers } = await app.with(authorization)[route.method.toLowerCase() as Verb](path);
    return { route: `${route.method} ${route.path}`, status, text, type: headers['content-type'] };
  };
  const of = (...kinds: string[]): Route[] => routes.filter(({ policy }) => kinds.includes(policy.kind));

  it('returns 401 for invalid credentials, whatever its policy', async () => {
    for (const route of routes.filter(({ policy }) => policy.kind !== 'unauthenticated')) {
      for (const authorization of ['Token nonsense', 'Basic AAAA', 'Bearer nonsense']) {
        expect(await send(route, authorization)).toMatchObject({
          route: `${route.method} ${route.path}`,
          status: 401,
        });
      }
    }
  });

  it('returns 200 to every caller where the policy is public', async () => {
    const open = of('unauthenticated');
    const paths = open.map(({ method, path }) => `${method} ${path}`);
    expect(paths.toSorted()).toEqual(['GET /health/live', 'GET /health/ready', 'GET /metrics']);
    for (const authorization of [undefined, 'Token nonsense', 'Mystery x']) {
      for (const route of open) expect((await send(route, authorization)).status).toBe(200);
    }
  });

  it('returns 401 to an anonymous caller where the policy requires a user', async () => {
    const closed = of('signed-in', 'own-credentials', 'superuser').concat(
      routes.filter(({ policy }) => policy.kind === 'in-service' && policy.signedIn),
    );
    expect(closed.length).toBeGreaterThan(5);
    for (const route of closed) {
      expect(await send(route, undefined)).toMatchObject({
        route: `${route.method} ${route.path}`,
        status: 401,
      });
    }
  });

  it('returns 403 to a user where the policy requires a superuser', async () => {
    for (const route of of('superuser')) {
      expect(await send(route, `Token ${app.tokenOf('stranger')}`)).toMatchObject({ status: 403 });
    }
  });

  it('returns the same for a hidden and an absent asset', async () => {
    for (const route of of('asset')) {
      if (route.policy.kind !== 'asset') continue;
      const { family } = route.policy;
      const safe = route.method === 'GET' || route.method === 'HEAD';
      const requiresUser =
        ['openrosa', 'history', 'odata'].includes(family) || (family === 'asset-detail' && !safe);
      expect(await send(route, undefined)).toMatchObject({
        route: `${route.method} ${route.path}`,
        status: requiresUser ? 401 : 404,
      });
      expect(await send(route, `Token ${app.tokenOf('stranger')}`)).toMatchObject({
        status: family === 'history' ? 403 : 404,
      });
    }
  });

  it('never fails and never returns HTML to a bare request', async () => {
    for (const route of routes) {
      for (const caller of [ANONYMOUS, 'stranger']) {
        const response = await send(
          route,
          caller === ANONYMOUS ? undefined : `Token ${app.tokenOf('stranger')}`,
        );
        expect({ ...response, failed: response.status >= 500 }).toMatchObject({ failed: false });
        expect(response.type ?? '').not.toMatch(/html/);
      }
    }
  });
});
