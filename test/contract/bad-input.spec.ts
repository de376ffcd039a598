import type { Response } from 'supertest';
import { type Route, RouteTable } from '../../src/authorization/route-table';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { type Operation, operationsOf } from '../../src/web/api-docs/operation';
import { makeDeployedAsset } from '../factories/asset.factory';
import { startApp, type TestApp, type Verb } from '../support/app';
import { basic } from '../support/basic';
import { piecesOf } from '../support/in-pieces';

const BODY_LIMIT = 50_000;
/** What a route takes that does not say how much. */
const ORDINARY_BYTES = 1024 * 1024;

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
  /** Of a body that is only long. */
  readonly bytes?: (route: Route) => number;
}

/** The answer to one who may do everything; it is held against the description as it comes. */
function ask(route: Route, { headers, body, bytes }: BadInput): Promise<Response> {
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const test = app.with(basic('owner'))[route.method.toLowerCase() as Verb](filled).set(headers);
  if (body !== undefined) void test.send(body);
  if (bytes !== undefined) {
    void test.set('Content-Length', String(bytes(route)));
    for (const piece of piecesOf(bytes(route))) test.write(piece);
  }
  return test.then((answer) => answer);
}

/** Refused by its length, before it is looked at. */
function beyondBound({ body: { text } }: Route): number {
  return (typeof text === 'number' ? text : ORDINARY_BYTES) + 1;
}

describe('every operation', () => {
  it.each<[string, BadInput]>([
    [
      'a body of a type that is not read',
      { status: 415, headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    ],
    [
      'a body in a charset that is not read',
      { status: 415, headers: { 'Content-Type': 'application/json; charset=klingon' }, body: '{}' },
    ],
    ['JSON that is none', { status: 400, headers: { 'Content-Type': 'application/json' }, body: '{' }],
    [
      'a body beyond its bound',
      {
        status: 413,
        headers: { 'Content-Type': 'application/json' },
        bytes: beyondBound,
      },
    ],
    ['an Accept that can not be met', { status: 406, headers: { Accept: 'model/gltf' } }],
  ])('answers %s as it is described', async (_name, input) => {
    const wrong: string[] = [];
    const routes = described.filter(
      ({ route, operation }) =>
        String(input.status) in operation.responses &&
        // Elsewhere 400 is about what nobody sends here: parameters.
        (input.status !== 400 || operation.requestBody !== undefined) &&
        route.body.inParts !== true,
    );
    expect(routes.length).toBeGreaterThan(20);
    for (const { route } of routes) {
      const { status } = await ask(route, input);
      if (status !== input.status) wrong.push(`${route.method} ${route.path} answered ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('describes its errors in one shape for each protocol', () => {
    const document = describeApi(app.nest);
    const shapes = [...operationsOf(document).values()].flatMap(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([, answer]) => {
          const { $ref = '', content } = answer as { $ref?: string; content?: object };
          const shared = document.components?.responses?.[$ref.split('/').at(-1)!];
          return JSON.stringify(content ?? (shared !== undefined && 'content' in shared && shared.content));
        }),
    );
    expect([...new Set(shapes)].sort()).toEqual(
      [
        // HEAD has no body.
        'false',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/FeedError"}}}',
        '{"application/json":{"schema":{"$ref":"#/components/schemas/OAuthError"}}}',
        // What became of each of many, where none of them could be edited (contract-data 3).
        '{"application/json":{"schema":{"anyOf":[{"$ref":"#/components/schemas/BulkEditOutcomeDto"},{"$ref":"#/components/schemas/Error"}]}}}',
        '{"text/xml":{"schema":{"type":"string"}},"application/json":{"schema":{"$ref":"#/components/schemas/CollectorError"}}}',
      ].sort(),
    );
  });
});
