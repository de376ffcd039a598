import { RouteTable } from '../../src/authorization/route-table';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { startApp, type TestApp } from '../support/app';
import { type Artefacts, makeArtefacts, readArtefacts } from './artefacts';
import { goldenName, TOLD_ROUTES } from './goldens';
import { ALL_SAMPLES } from './statements/all-samples';
import { queriesName, withoutSamples } from './statements/describe-queries';

describe('the committed description of the service', () => {
  const committed = readArtefacts();
  let app: TestApp;
  let made: Artefacts;
  let routes: string[];

  beforeAll(async () => {
    app = await startApp();
    made = await makeArtefacts(app);
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => policy.kind !== 'fallback' && !isPage)
      .map(({ method, path }) => `${method} ${path}`);
  });
  afterAll(() => app.stop());

  it('has every file and none too many', () => {
    expectFresh([...committed.keys()].sort(), [...made.keys()].sort(), 'The list of files');
  });

  it.each(['routes.txt', 'openapi.json', 'schema.sql'])('is up to date in %s', (name) => {
    expectFresh(committed.get(name), made.get(name), name);
  });

  it.each(TOLD_ROUTES)('is up to date in the golden answer of %s', (route) => {
    const name = `golden/${goldenName(route)}`;
    expectFresh(committed.get(name), made.get(name), name);
  });

  it.each(ALL_SAMPLES.map(({ asked }) => queriesName(asked.name)))(
    'is up to date in the statements of %s',
    (name) => {
      expectFresh(committed.get(`queries/${name}`), made.get(`queries/${name}`), name);
    },
  );

  it('tells the statements of every repository and query class', () => {
    expect(withoutSamples(app)).toEqual([]);
  });

  it('has a golden answer for every route', () => {
    expect(routes.filter((route) => !TOLD_ROUTES.includes(route))).toEqual([]);
    expect(TOLD_ROUTES.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('has an operation for every route', () => {
    const { paths } = describeApi(app.nest);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(routes.filter((route) => !operations.includes(route))).toEqual([]);
    expect(operations.filter((operation) => !routes.includes(operation))).toEqual([]);
  });

  it('describes every parameter of every path', () => {
    const silent = Object.entries(describeApi(app.nest).paths).flatMap(([path, item]) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      return Object.entries(item as Record<string, { parameters?: { in: string; name: string }[] }>)
        .filter(([, { parameters = [] }]) =>
          named.some((name) => !parameters.some((each) => each.in === 'path' && each.name === name)),
        )
        .map(([method]) => `${method.toUpperCase()} ${path}`);
    });
    expect(silent).toEqual([]);
  });

  it('says of every list how to ask for a page', () => {
    const { paths, components } = describeApi(app.nest);
    const lists = Object.entries(paths).filter(([, { get }]) => {
      const [, name] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(get?.responses['200'])) ?? [];
      const schema = components?.schemas?.[name ?? ''];
      return schema !== undefined && 'properties' in schema && 'results' in (schema.properties ?? {});
    });
    expect(lists.length).toBeGreaterThanOrEqual(9);
    for (const [path, { get }] of lists) {
      const names = get?.parameters?.map((each) => ('name' in each ? each.name : ''));
      // A feed goes on from where its reader was.
      if (names?.includes('since')) continue;
      expect({ path, names }).toEqual({
        path,
        names: expect.arrayContaining(['limit', 'start', 'offset']) as string[],
      });
    }
  });

  it('gives every operation an id of its own, a summary and a successful answer, but for what is always refused', () => {
    const operations = Object.values(describeApi(app.nest).paths).flatMap((item) =>
      Object.values(item as object),
    ) as {
      operationId: string;
      summary?: string;
      responses: object;
    }[];
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([]);
    const silent = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^2|^302$/.test(status)),
    );
    expect(silent.map(({ operationId }) => operationId.replace(/\[\d\]$/, ''))).toEqual([
      'Briefcase.behindUsername',
      'Briefcase.behindUsername',
    ]);
  });

  it('tells nothing that differs from run to run', async () => {
    const other = await startApp();
    const again = await makeArtefacts(other).finally(() => other.stop());
    expect([...again]).toEqual([...made]);
  });
});

/** Says what to do, and shows the lines that differ. */
function expectFresh(committed: unknown, made: unknown, name: string): void {
  try {
    expect(committed).toEqual(made);
  } catch (error) {
    const difference = error instanceof Error ? error.message : '';
    throw new Error(
      `${name} is stale: run "npm run generate", look at the difference and commit it with its cause.\n${difference}`,
      { cause: error },
    );
  }
}
