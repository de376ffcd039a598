import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { grant, grantPartially } from '../../factories/asset.factory';
import { download, startExport, waitForExport } from '../../factories/export.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { exchangeCode, grantConsent, registerClient } from '../../support/oauth-client';
import { canariesIn, type Kind } from './canary/canaries';
import { type Ids, makeProject, OTHER_PARAMETERS } from './canary/project';

const CONCURRENCY = 8;

interface Caller {
  readonly name: string;
  readonly authorization: string | undefined;
  /** Kinds of data of project A that the caller may see; of B none. */
  readonly sees: readonly Kind[];
  /** Cannot write anywhere. */
  readonly isReader?: true;
}

interface Call {
  readonly route: Route;
  readonly caller: Caller;
  readonly target: 'own' | 'foreign' | 'foreign below own';
}

const ALL: readonly Kind[] = ['form', 'row', 'hidden', 'hook', 'manage'];
const VIEWER: readonly Kind[] = ['form', 'row', 'hidden'];
const isSafe = ({ method }: Route): boolean => method === 'GET' || method === 'HEAD';
const parametersOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

interface Answer {
  readonly status: number;
  /** Pages lead anonymous visitors to sign-in. */
  readonly leadsToSignIn: boolean;
  readonly found: Set<string>;
}

/** Applies to every route, including new ones: none is named as tested. */
describe('text that a caller may not see is in no response', () => {
  let app: TestApp;
  let routes: readonly Route[];
  let a: Ids;
  let b: Ids;
  let callers: readonly Caller[];
  let csrf: string;
  let cookie: string;

  const tokenOf = (user: string): string => `Token ${app.tokenOf(user)}`;

  beforeAll(async () => {
    app = await startApp();
    const users = ['owner', 'other', 'newcomer', 'viewer', 'partial', 'editor', 'stranger', 'deactivated'];
    for (const user of users) await app.addUser(user);
    await app.addUser('root', { superuser: true });
    a = await makeProject(app, 'owner', 'a');
    b = await makeProject(app, 'other', 'b');
    await grant(app, a['uid']!, 'viewer', ['view_submissions']);
    await grant(app, a['uid']!, 'deactivated', ['view_submissions']);
    await grant(app, a['uid']!, 'editor', ['change_asset', 'change_submissions']);
    const filter = [{ 'person/name': 'Asha' }];
    await grantPartially(app, a['uid']!, 'partial', { view_submissions: filter });
    const { body: token } = await app
      .as('owner')
      .post('/api/v2/tokens/')
      .send({ name: 'T', scopes: ['read'] });
    const browser = new Browser(app);
    await browser.signIn('viewer', PASSWORD);
    const client = await registerClient(app);
    const consent = await grantConsent(browser, client, { scope: 'read' });
    const { body: bearer } = await exchangeCode(app, client, consent.get('code')!).expect(200);
    await app.as('root').patch('/api/v2/users/deactivated/').send({ is_active: false }).expect(200);
    callers = [
      { name: 'owner', authorization: tokenOf('owner'), sees: ALL },
      { name: 'viewer', authorization: tokenOf('viewer'), sees: VIEWER },
      { name: 'partial viewer', authorization: tokenOf('partial'), sees: ['form', 'row'] },
      { name: 'editor', authorization: tokenOf('editor'), sees: [...VIEWER, 'hook'] },
      { name: 'stranger', authorization: tokenOf('stranger'), sees: [] },
      { name: 'anonymous', authorization: undefined, sees: [] },
      { name: 'deactivated', authorization: tokenOf('deactivated'), sees: [], isReader: true },
      { name: 'read token', authorization: `Token ${token.token}`, sees: ALL, isReader: true },
      { name: 'OAuth token', authorization: `Bearer ${bearer.access_token}`, sees: VIEWER, isReader: true },
    ];
    const anonymous = new Browser(app);
    csrf = await anonymous.csrfToken();
    cookie = [...anonymous.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = app.nest.get(RouteTable).routes();
    routes = all.filter(
      ({ policy, method, path }) =>
        policy.kind !== 'fallback' &&
        !(method === 'HEAD' && all.some((other) => other.path === path && other.method === 'GET')),
    );
  });
  afterAll(() => app.stop());

  function pathOf(route: Route, uid: string, below: Ids): string {
    return route.path.replace(/:(\w+)/g, (_, name: string) => {
      if (name === 'uid') return uid;
      if (name === 'id' && route.path.includes('/deleted/')) return below['deleted']!;
      if (name === 'file' && route.path.includes('/exports/')) return below['exportFile']!;
      if (name === 'file' && route.path.includes('xformsMedia')) return `${below['file']!}.png`;
      return encodeURIComponent(below[name] ?? OTHER_PARAMETERS[name]!);
    });
  }

  async function send({ route, caller, target }: Call): Promise<Answer> {
    const uid = target === 'foreign' ? b['uid']! : a['uid']!;
    const path = pathOf(route, uid, target === 'own' ? a : b);
    const isWrite = !isSafe(route);
    const response = await fetch(`${app.origin}${path}`, {
      redirect: 'manual',
      method: route.method,
      headers: {
        ...(caller.authorization !== undefined && { authorization: caller.authorization }),
        ...(route.requiresCsrfToken && isWrite && { cookie, 'x-csrftoken': csrf }),
        ...(route.isPage && { accept: 'text/html' }),
        ...(isWrite && {
          'content-type': route.isPage ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      ...(isWrite && { body: route.isPage ? '' : '{}' }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const headers = Buffer.from([...response.headers].flat().join('\n'));
    const location = response.headers.get('location') ?? '';
    return {
      status: response.status,
      leadsToSignIn: [302, 303].includes(response.status) && location.includes('/accounts/login/'),
      found: new Set([...canariesIn(bytes), ...canariesIn(headers)]),
    };
  }

  /** Sends the calls, a few at a time. @returns what `judge` says of them */
  async function check(
    calls: readonly Call[],
    judge: (call: Call, response: Answer) => string | undefined,
  ): Promise<string[]> {
    const problems: string[] = [];
    const queue = [...calls];
    const worker = async (): Promise<void> => {
      for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
        const problem = judge(call, await send(call));
        const { route, caller, target } = call;
        if (problem !== undefined)
          problems.push(`${route.method} ${route.path} by ${caller.name}, ${target}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return problems.sort();
  }

  const hasForeignSlot = (route: Route): boolean =>
    parametersOf(route).some((name) => !['uid', 'username', 'report'].includes(name) && name in b);
  /** One caller of each kind, since none has a right on project B. */
  const strangers = (): Caller[] =>
    callers.filter(({ name }) => !['viewer', 'partial viewer', 'editor', 'read token'].includes(name));
  /** The uid of a snapshot is a key to its form for form apps, which send no credentials (decision 142). */
  const isKeyToForm = ({ policy, path }: Route): boolean =>
    policy.kind === 'public' && path.includes('/:snapshot');
  const foreignCalls = (route: Route): Call[] => [
    ...(parametersOf(route).some((name) => name in b)
      ? strangers().map((caller) => ({ route, caller, target: 'foreign' }) as const)
      : []),
    ...(hasForeignSlot(route) && parametersOf(route).includes('uid')
      ? callers
          .filter(({ sees }) => sees.length > 0)
          .map((caller) => ({ route, caller, target: 'foreign below own' }) as const)
      : []),
  ];
  const leak =
    (seenBy: (caller: Caller) => readonly string[]) =>
    ({ route, caller, target }: Call, { found, status }: Answer): string | undefined => {
      const key = isKeyToForm(route) ? [`form of ${target === 'own' ? 'a' : 'b'}`] : [];
      const seen = [...seenBy(caller), ...key];
      const leaked = [...found].filter((each) => !seen.includes(each));
      if (leaked.length > 0) return `leaks ${leaked.join(', ')}`;
      return status >= 500 ? `fails with ${status}` : undefined;
    };
  /**
   * An id of another project is unknown below one's own: 404, or 400 for a request that lacks members, which the matrix
   * of `matrix.e2e-spec.ts` has. Export files tell their creators from others by 403.
   */
  const isUnknown = ({ policy }: Route, status: number): boolean =>
    status === 404 || status === (policy.kind === 'asset' ? 400 : 403);
  const isRefusal = ({ caller, route, target }: Call, { status, leadsToSignIn }: Answer): boolean =>
    target === 'foreign below own' && caller.name === 'owner'
      ? isUnknown(route, status)
      : status >= 400 || (caller.authorization === undefined && leadsToSignIn);
  const seenByRight = ({ sees }: Caller): string[] => sees.map((kind) => `${kind} of a`);

  it('has an id of both projects for each parameter of a route', () => {
    const parameters = new Set(routes.flatMap(parametersOf));
    expect([...parameters].filter((name) => !(name in b) && !(name in OTHER_PARAMETERS))).toEqual([]);
    expect(Object.keys(a).sort()).toEqual(Object.keys(b).sort());
  });

  it('by any caller who reads, of either project', async () => {
    const calls = routes
      .filter(isSafe)
      .flatMap((route) =>
        callers.map((caller): Call => ({ route, caller, target: 'own' })).concat(foreignCalls(route)),
      );
    const seen = new Map<string, Set<string>>();
    const judge = leak(seenByRight);
    const problems = await check(calls, (call, response) => {
      const name = `${call.caller.name} ${call.route.path}`;
      seen.set(name, new Set([...(seen.get(name) ?? []), ...response.found]));
      if (call.target === 'foreign below own' && !isRefusal(call, response))
        return `returns ${response.status}`;
      return judge(call, response);
    });
    expect(problems).toEqual([]);
    // Canaries are found where a caller may see them, also in workbooks and archives.
    const asset = '/api/v2/assets/:uid';
    for (const path of ['data', 'data.csv', 'data.xlsx', 'data.kml', 'data.zip', 'odata/:set']) {
      expect([path, [...seen.get(`partial viewer ${asset}/${path}`)!]]).toEqual([
        path,
        expect.arrayContaining(['row of a']),
      ]);
      expect([path, [...seen.get(`viewer ${asset}/${path}`)!]]).toEqual([
        path,
        expect.arrayContaining(['row of a', 'hidden of a']),
      ]);
    }
    expect([...seen.get(`editor ${asset}/hooks`)!]).toContain('hook of a');
    expect([...seen.get(`owner ${asset}/collector-links`)!]).toContain('manage of a');
    expect([...seen.get(`owner ${asset}/data/deleted`)!]).toContain('hidden of a');
  });

  it('by any caller who writes to the other project, or below its own with an id of the other', async () => {
    const calls = routes.filter((route) => !isSafe(route)).flatMap(foreignCalls);
    const judge = leak(seenByRight);
    const problems = await check(calls, (call, response) => {
      if (!isRefusal(call, response)) return `returns ${response.status}`;
      return judge(call, response);
    });
    expect(problems).toEqual([]);
  });

  it('by callers who can write nowhere, and never write', async () => {
    const calls = routes
      .filter((route) => !isSafe(route) && route.policy.kind === 'asset')
      .flatMap((route) =>
        callers
          .filter(({ isReader, sees }) => isReader === true || sees.length === 0)
          .map((caller): Call => ({ route, caller, target: 'own' })),
      );
    const judge = leak(seenByRight);
    const problems = await check(calls, (call, response) => {
      if (!isRefusal(call, response)) return `returns ${response.status}`;
      return judge(call, response);
    });
    expect(problems).toEqual([]);
  });

  it('after the right was withdrawn', async () => {
    const { url } = await startExport(app, a['uid']!, { type: 'xls' }, { by: 'viewer' });
    const { uid, result } = await waitForExport(app, url, { by: 'viewer' });
    expect([...canariesIn(await download(app, result!, { by: 'viewer' }))]).toContain('hidden of a');
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${a['uid']!}/permission-assignments/`)
      .expect(200);
    for (const { user, url: path } of body as { user: string; url: string }[]) {
      if (!user.endsWith('/owner/')) await app.as('owner').delete(new URL(path).pathname);
    }
    a = { ...a, export: uid, exportFile: result!.split('/').at(-1)!, username: 'viewer' };
    const former = callers.filter(({ name }) =>
      ['viewer', 'partial viewer', 'editor', 'OAuth token'].includes(name),
    );
    const calls = routes
      .filter(isSafe)
      .flatMap((route) => former.map((caller): Call => ({ route, caller, target: 'own' })));
    expect(
      await check(
        calls,
        leak(() => []),
      ),
    ).toEqual([]);
  });
});
