import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';

/** Every route answers as its policy says, also those that come later: nothing here names one. */
describe('every route', () => {
  let app: TestApp;
  let routes: Route[];

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('stranger');
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => policy.kind !== 'fallback' && !isPage);
  });
  afterAll(() => app.stop());

  const ask = async (route: Route, authorization: string | undefined) => {
    const path = route.path.replace(':uid', `a${'x'.repeat(21)}`).replace(/:\w+/g, 'unknown');
    const { status, text, headers } = await app.with(authorization)[route.method.toLowerCase() as Verb](path);
    return { route: `${route.method} ${route.path}`, status, text, type: headers['content-type'] };
  };
  const of = (...kinds: string[]): Route[] => routes.filter(({ policy }) => kinds.includes(policy.kind));

  it('refuses credentials that do not hold (401), whatever its policy, if it asks for any', async () => {
    for (const route of routes.filter(({ policy }) => policy.kind !== 'unasked')) {
      for (const authorization of ['Token nonsense', 'Basic AAAA', 'Mystery x']) {
        expect(await ask(route, authorization)).toMatchObject({
          route: `${route.method} ${route.path}`,
          status: 401,
        });
      }
    }
  });

  it('answers whoever asks (200) where nobody is asked who they are', async () => {
    const open = of('unasked');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /health/live']);
    for (const authorization of [undefined, 'Token nonsense', 'Mystery x']) {
      for (const route of open) expect((await ask(route, authorization)).status).toBe(200);
    }
  });

  it('asks an anonymous caller to sign in (401) where users only are let in', async () => {
    const closed = of('signed-in', 'own-credentials', 'superuser').concat(
      routes.filter(({ policy }) => policy.kind === 'in-service' && policy.signedIn),
    );
    expect(closed.length).toBeGreaterThan(5);
    for (const route of closed) {
      expect(await ask(route, undefined)).toMatchObject({
        route: `${route.method} ${route.path}`,
        status: 401,
      });
    }
  });

  it('refuses a user (403) where superusers only are let in', async () => {
    for (const route of of('superuser')) {
      expect(await ask(route, `Token ${app.tokenOf('stranger')}`)).toMatchObject({ status: 403 });
    }
  });

  it('hides an asset that is not there as it hides one that may not be seen', async () => {
    for (const route of of('asset')) {
      if (route.policy.kind !== 'asset') continue;
      const { family } = route.policy;
      const safe = route.method === 'GET' || route.method === 'HEAD';
      const isAsked =
        ['openrosa', 'history', 'feed'].includes(family) || (family === 'asset-detail' && !safe);
      expect(await ask(route, undefined)).toMatchObject({
        route: `${route.method} ${route.path}`,
        status: isAsked ? 401 : 404,
      });
      expect(await ask(route, `Token ${app.tokenOf('stranger')}`)).toMatchObject({
        status: family === 'history' ? 403 : 404,
      });
    }
  });

  it('never fails and never answers HTML, whoever asks it for nothing in particular', async () => {
    for (const route of routes) {
      for (const who of [ANONYMOUS, 'stranger']) {
        const answer = await ask(route, who === ANONYMOUS ? undefined : `Token ${app.tokenOf('stranger')}`);
        expect({ ...answer, failed: answer.status >= 500 }).toMatchObject({ failed: false });
        expect(answer.type ?? '').not.toMatch(/html/);
      }
    }
  });
});
