import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { CODENAMES } from '../../../src/domain/permission/codename';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

/** Partial permissions and discovery are tested with the pages that show rows and lists. */
const ASSIGNED = CODENAMES.filter((name) => !['discover_asset', 'partial_submissions'].includes(name));

/** Every page of a project follows the permission that its policy names, as the API does. */
describe('access to the pages of a project', () => {
  let app: TestApp;
  let routes: readonly Route[];
  let parameters: Readonly<Record<string, string>>;
  const browsers = new Map<string, Browser>();

  const browserOf = (name: string): Browser => browsers.get(name)!;
  const pathOf = (route: Route): string =>
    route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const codenamesOf = ({ policy }: Route): string[] =>
    policy.kind === 'asset' && policy.also === undefined ? [policy.codename] : [];
  const isRead = ({ method }: Route): boolean => method === 'GET';
  /** A page that needs only the project, so that it must open. */
  const isWhole = ({ path }: Route): boolean => !/:(?!uid\b|id\b|deleted\b)/.test(path);

  /** Posts with a valid CSRF token. */
  async function write(name: string, route: Route) {
    const token = await browserOf(name).csrfToken();
    return browserOf(name).post(pathOf(route), { csrfmiddlewaretoken: token });
  }

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'stranger', ...ASSIGNED]) await app.addUser(name);
    const { uid } = await makeDeployedAsset(app);
    await submit(app, uid);
    const [row] = await app.rows<{ id: number }>('SELECT id FROM submission');
    const deleted = await submit(app, uid);
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/${deleted}/`).expect(204);
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM deleted_submission')) as [
      { id: number },
    ];
    parameters = { uid, id: String(row!.id), deleted: String(id) };
    for (const codename of ASSIGNED) await grant(app, uid, codename, [codename]);
    for (const name of ['owner', 'stranger', ...ASSIGNED]) {
      const browser = new Browser(app);
      await browser.signIn(name, PASSWORD);
      browsers.set(name, browser);
    }
    browsers.set('anonymous', new Browser(app));
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => isPage && policy.kind === 'asset');
  });
  afterAll(() => app.stop());

  it('is checked for pages that exist', () => {
    expect(routes.filter(isRead).length).toBeGreaterThan(5);
    expect(routes.filter((route) => !isRead(route)).length).toBeGreaterThan(5);
  });

  it('opens no page to a stranger', async () => {
    const found: string[] = [];
    for (const route of routes) {
      const { status } = isRead(route)
        ? await browserOf('stranger').get(pathOf(route))
        : await write('stranger', route);
      // The history of an asset denies openly, as in the API.
      const denied = route.policy.kind === 'asset' && route.policy.family === 'history' ? 403 : 404;
      if (status !== denied) found.push(`${route.method} ${route.path}: ${status}`);
    }
    expect(found).toEqual([]);
  });

  it('sends anonymous visitors to the sign-in page, or says that nothing is there', async () => {
    const found: string[] = [];
    for (const route of routes.filter(isRead)) {
      const { status, headers } = await browserOf('anonymous').get(pathOf(route));
      const signsIn =
        [302, 303].includes(status) && headers['location']?.includes('/accounts/login/') === true;
      if (!signsIn && status !== 404) found.push(`${route.path}: ${status}`);
    }
    expect(found).toEqual([]);
  });

  it('lets anonymous visitors write nothing', async () => {
    const found: string[] = [];
    for (const route of routes.filter((each) => !isRead(each))) {
      const { status } = await write('anonymous', route);
      if (![302, 303, 401, 403, 404].includes(status)) found.push(`${route.path}: ${status}`);
    }
    expect(found).toEqual([]);
    const { body } = await app.as('owner').get(`/api/v2/assets/${parameters['uid']!}/`).expect(200);
    expect(body).toMatchObject({ deployment__active: true, deployment__submission_count: 1 });
  });

  it('opens each page to a user with its permission, and to the owner', async () => {
    const failed: string[] = [];
    for (const route of routes.filter(isRead).filter(isWhole)) {
      for (const name of ['owner', ...codenamesOf(route)]) {
        // The field of an answer needs its question.
        const query = route.path.endsWith('/answer') ? '?question=person/age' : '';
        const { status } = await browserOf(name).get(pathOf(route) + query);
        if (status >= 400) failed.push(`${route.path} by ${name}: ${status}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('refuses writes without a CSRF token, even of the owner', async () => {
    const found: string[] = [];
    for (const route of routes.filter((each) => !isRead(each))) {
      const { status } = await browserOf('owner').post(pathOf(route));
      if (status !== 403) found.push(`${route.path}: ${status}`);
    }
    expect(found).toEqual([]);
    await app.as('owner').get(`/api/v2/assets/${parameters['uid']!}/`).expect(200);
  });
});
