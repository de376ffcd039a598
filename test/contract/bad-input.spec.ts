import type { Response } from 'supertest';
import { type Route, RouteTable } from '../../src/authorization/route-table';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { type Operation, operationsOf } from '../../src/web/api-docs/error-responses';
import { makeDeployedAsset } from '../factories/asset.factory';
import { startApp, type TestApp, type Verb } from '../support/app';
import { basic } from '../support/basic';
import { chunksOf } from '../support/chunked-bodies';

const BODY_LIMIT = 50_000;
/** Default body limit of routes. */
const DEFAULT_LIMIT = 1024 * 1024;

interface DescribedRoute {
  readonly route: Route;
  readonly operation: Operation;
}

let app: TestApp;
let described: readonly DescribedRoute[];
let parameters: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: String(BODY_LIMIT) } });
  await app.addUser('owner', { superuser: true });
  const { uid } = await makeDeployedAsset(app);
  parameters = { uid, username: 'owner', id: '1' };
  const operations = operationsOf(describeApi(app.nest));
  described = app.nest
    .get(RouteTable)
    .routes()
    .flatMap((route) => {
      const operation = operations.get(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
      return operation === undefined ? [] : [{ route, operation }];
    });
});
afterAll(() => app.stop());

interface BadInput {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bytes?: (route: Route) => number;
}

/** Sends the input as a superuser; the response is validated against the OpenAPI document. */
function send(route: Route, { headers, body, bytes }: BadInput): Promise<Response> {
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const test = app.with(basic('owner'))[route.method.toLowerCase() as Verb](filled).set(headers);
  if (body !== undefined) void test.send(body);
  if (bytes !== undefined) {
    void test.set('Content-Length', String(bytes(route)));
    for (const chunk of chunksOf(bytes(route))) test.write(chunk);
  }
  return test.then((response) => response);
}

/** One byte over the limit; refused by Content-Length. */
function overLimit({ body: { text } }: Route): number {
  return (typeof text === 'number' ? text : DEFAULT_LIMIT) + 1;
}

describe('every operation', () => {
  it.each<[string, BadInput]>([
    [
      'a body of an unsupported media type',
      { status: 415, headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    ],
    [
      'a body in an unsupported charset',
      { status: 415, headers: { 'Content-Type': 'application/json; charset=klingon' }, body: '{}' },
    ],
    ['malformed JSON', { status: 400, headers: { 'Content-Type': 'application/json' }, body: '{' }],
    [
      'a body over the limit',
      {
        status: 413,
        headers: { 'Content-Type': 'application/json' },
        bytes: overLimit,
      },
    ],
    ['an unsupported Accept header', { status: 406, headers: { Accept: 'model/gltf' } }],
  ])('responds to %s as documented', async (_name, input) => {
    const unexpected: string[] = [];
    const routes = described.filter(
      ({ route, operation }) =>
        String(input.status) in operation.responses &&
        // Without a body, 400 concerns parameters, which are not sent here.
        (input.status !== 400 || operation.requestBody !== undefined) &&
        route.body.inParts !== true,
    );
    expect(routes.length).toBeGreaterThan(20);
    for (const { route } of routes) {
      const { status } = await send(route, input);
      if (status !== input.status) unexpected.push(`${route.method} ${route.path} returned ${status}`);
    }
    expect(unexpected).toEqual([]);
  });

  it('describes errors with one schema per protocol', () => {
    const document = describeApi(app.nest);
    const shapes = [...operationsOf(document).values()].flatMap(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([, response]) => {
          const { $ref = '', content } = response as { $ref?: string; content?: object };
          const shared = document.components?.responses?.[$ref.split('/').at(-1)!];
          return JSON.stringify(content ?? (shared !== undefined && 'content' in shared && shared.content));
        }),
    );
    expect([...new Set(shapes)].sort()).toEqual(
      [
        // HEAD has no body.
        'false',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/ODataError"}}}',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/OAuthError"}}}',
        // Result per submission if none could be edited (contract-data 3).
        '{"application/json":{"schema":{"anyOf":[{"$ref":"#/components/schemas/BulkEditResultDto"},{"$ref":"#/components/schemas/Error"}]}}}',
        // Outcome of a retried delivery that failed again.
        '{"application/json":{"schema":{"anyOf":[{"$ref":"#/components/schemas/RetriedDeliveryDto"},{"$ref":"#/components/schemas/Error"}]}}}',
        '{"text/xml":{"schema":{"type":"string"}},"application/json":{"schema":{"$ref":"#/components/schemas/CollectorError"}}}',
      ].sort(),
    );
  });
});
