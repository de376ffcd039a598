import { RouteTable } from '../../src/authorization/route-table';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { startApp, type TestApp } from '../support/app';
import { type Artefacts, generateArtefacts, readArtefacts } from './artefacts';
import { goldenName, GOLDEN_ROUTES } from './goldens';
import { ALL_SAMPLES } from './statements/all-samples';
import { queriesName, withoutSamples } from './statements/describe-queries';

describe('committed service description', () => {
  const committed = readArtefacts();
  let app: TestApp;
  let generated: Artefacts;
  let routes: string[];

  beforeAll(async () => {
    app = await startApp();
    generated = await generateArtefacts(app);
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => policy.kind !== 'fallback' && !isPage)
      .map(({ method, path }) => `${method} ${path}`);
  });
  afterAll(() => app.stop());

  it('has exactly the generated files', () => {
    expectFresh([...committed.keys()].sort(), [...generated.keys()].sort(), 'The list of files');
  });

  it.each(['routes.txt', 'openapi.json', 'schema.sql'])('is up to date in %s', (name) => {
    expectFresh(committed.get(name), generated.get(name), name);
  });

  it.each(GOLDEN_ROUTES)('is up to date in the golden response of %s', (route) => {
    const name = `golden/${goldenName(route)}`;
    expectFresh(committed.get(name), generated.get(name), name);
  });

  it.each(ALL_SAMPLES.map(({ target }) => queriesName(target.name)))(
    'is up to date in the statements of %s',
    (name) => {
      expectFresh(committed.get(`queries/${name}`), generated.get(`queries/${name}`), name);
    },
  );

  it('covers every repository and query class', () => {
    expect(withoutSamples(app)).toEqual([]);
  });

  it('has a golden response for every route', () => {
    expect(routes.filter((route) => !GOLDEN_ROUTES.includes(route))).toEqual([]);
    expect(GOLDEN_ROUTES.filter((route) => !routes.includes(route))).toEqual([]);
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
    const undocumented = Object.entries(describeApi(app.nest).paths).flatMap(([path, item]) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      return Object.entries(item as Record<string, { parameters?: { in: string; name: string }[] }>)
        .filter(([, { parameters = [] }]) =>
          named.some((name) => !parameters.some((each) => each.in === 'path' && each.name === name)),
        )
        .map(([method]) => `${method.toUpperCase()} ${path}`);
    });
    expect(undocumented).toEqual([]);
  });

  it('documents paging parameters of every list', () => {
    const { paths, components } = describeApi(app.nest);
    const lists = Object.entries(paths).filter(([, { get }]) => {
      const [, name] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(get?.responses['200'])) ?? [];
      const schema = components?.schemas?.[name ?? ''];
      return schema !== undefined && 'properties' in schema && 'results' in (schema.properties ?? {});
    });
    expect(lists.length).toBeGreaterThanOrEqual(9);
    for (const [path, { get }] of lists) {
      const names = get?.parameters?.map((each) => ('name' in each ? each.name : ''));
      // Change lists continue from a token; counts per user have one entry for each.
      if (names?.includes('since') || path.endsWith('/counts/users')) continue;
      expect({ path, names }).toEqual({
        path,
        names: expect.arrayContaining(['limit', 'start', 'offset']) as string[],
      });
    }
  });

  it('gives every operation a unique id, a summary and a successful response, except always refused ones', () => {
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
    const undocumented = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^2|^302$/.test(status)),
    );
    expect(undocumented.map(({ operationId }) => operationId.replace(/\d$/, ''))).toEqual([
      'createBulkAction',
      'rejectUserPull',
      'rejectUserPull',
    ]);
  });

  it('is the same on every run', async () => {
    const other = await startApp();
    const repeated = await generateArtefacts(other).finally(() => other.stop());
    expect([...repeated]).toEqual([...generated]);
  });
});

/** Fails with instructions and a diff. */
function expectFresh(committed: unknown, generated: unknown, name: string): void {
  try {
    expect(committed).toEqual(generated);
  } catch (error) {
    const difference = error instanceof Error ? error.message : '';
    throw new Error(
      `${name} is stale. Run "npm run generate", review the diff and commit it with its cause.\n${difference}`,
      { cause: error },
    );
  }
}
