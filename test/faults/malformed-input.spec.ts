import type { Route } from '../../src/authorization/route-table';
import { RouteTable } from '../../src/authorization/route-table';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { ExampleBodies } from '../e2e/credential/example-body';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { basic } from '../support/basic';
import { mutated, nastyJson, nastyText } from '../support/malformed';
import { Random, testSeed } from '../fixtures/random';
import { sendRaw } from '../support/raw-request';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const INPUTS = LONG ? 10_000 : 250;
const SENDERS = 8;
/** Catches hangs; no performance limit. */
const TIMEOUT_MS = 60_000;

const SEED = testSeed();

if (LONG) jest.setTimeout(3_600_000);

interface RawRequest {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: Buffer;
}

/** Errors must not reveal code or SQL, nor be the error page of Express. */
const LEAKS = /<title>Error<\/title>|node_modules|\n\s+at |\.[jt]s:\d+|QueryFailedError|SELECT .* FROM/i;

describe(`${INPUTS} malformed requests of each family`, () => {
  /** Manages the database; the attacked service is another process. */
  let app: TestApp;
  let service: ServiceProcess;
  let port: number;
  let routes: readonly Route[];
  let bodies: ExampleBodies;
  let parameters: Readonly<Record<string, string>>;
  let formId: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner', { superuser: true });
    await app.addUser('other');
    formId = (await makeDeployedAsset(app)).uid;
    await submit(app, formId);
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM submission')) as [{ id: number }];
    parameters = { uid: formId, username: 'other', id: String(id) };
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy }) => policy.kind !== 'fallback');
    bodies = new ExampleBodies(describeApi(app.nest));
    service = await ServiceProcess.startFor(app, { MAX_FAILED_SIGN_INS: '1000000', LOG_LEVEL: 'error' });
    port = Number(new URL(service.origin).port);
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
  });

  const pathOf = (random: Random, { path }: Route): string =>
    path.replace(/:(\w+)/g, (_, name: string) =>
      random.chance(0.8)
        ? (parameters[name] ?? 'unknown')
        : encodeURIComponent(wellFormed(nastyText(random))),
    );
  const withBody = (line: string, type: string, body: Buffer): RawRequest => ({
    line,
    headers: [`Content-Type: ${type}`],
    body,
  });
  const routesOf = (...methods: string[]): readonly Route[] =>
    routes.filter(({ method }) => methods.includes(method));

  const FAMILIES: Readonly<Record<string, (random: Random) => RawRequest>> = {
    JSON: (random) => {
      const route = random.pick(routesOf('POST', 'PUT', 'PATCH'));
      const json = Buffer.from(nastyJson(random, bodies.keysOf(route)));
      const body = random.chance(0.3) ? mutated(random, json) : json;
      return withBody(`${route.method} ${pathOf(random, route)}`, 'application/json', body);
    },
    multipart: (random) => {
      const boundary = random.pick(['b', 'b'.repeat(70), "'()+_,-./:=? x", '--']);
      const type = random.pick([
        `multipart/form-data; boundary="${boundary}"`,
        `multipart/form-data; boundary=${boundary}`,
        'multipart/form-data',
        'multipart/mixed; boundary=b',
      ]);
      const part = (): string =>
        [
          `--${boundary}`,
          `Content-Disposition: form-data; name="${random.pick(['xml_submission_file', 'file', 'name', wellFormed(nastyText(random))])}"; filename="${wellFormed(nastyText(random))}"`,
          `Content-Type: ${random.pick(['text/xml', 'image/jpeg', wellFormed(nastyText(random))])}`,
          '',
          random.chance(0.5) ? instanceXml(formId) : wellFormed(nastyText(random)),
          '',
        ].join('\r\n');
      const parts = Array.from({ length: random.between(0, 4) }, part).join('');
      const body = mutated(random, Buffer.from(`${parts}--${boundary}--\r\n`));
      const path = random.pick([
        '/submission',
        '/other/submission',
        '/api/v2/imports/',
        '/api/v2/assets/',
        '/me/',
      ]);
      return withBody(`${path === '/me/' ? 'PATCH' : 'POST'} ${path}`, type, body);
    },
    XML: (random) => {
      const xml = mutated(
        random,
        Buffer.from(instanceXml(formId, { answers: `<a>${wellFormed(nastyText(random))}</a>` })),
      );
      const type = random.pick(['', 'Content-Type: text/xml\r\n']);
      const head = `--b\r\nContent-Disposition: form-data; name="xml_submission_file"; filename="a.xml"\r\n${type}\r\n`;
      const body = Buffer.concat([Buffer.from(head), xml, Buffer.from('\r\n--b--\r\n')]);
      return withBody('POST /submission', 'multipart/form-data; boundary=b', body);
    },
    query: (random) => {
      const KNOWN = [
        'query',
        'q',
        'sort',
        'fields',
        'ordering',
        'limit',
        'start',
        'offset',
        'page',
        'format',
        'days',
        'after',
        'username',
        'formID',
        'client_id',
        'redirect_uri',
        'response_type',
      ];
      const route = random.pick(routesOf('GET'));
      const pairs = Array.from({ length: random.between(1, 4) }, () => {
        const value = random.chance(0.5)
          ? nastyJson(random, ['_id', '$and', '$or', '$in', '$regex', '$gt'])
          : nastyText(random);
        const name = random.chance(0.9) ? random.pick(KNOWN) : wellFormed(nastyText(random));
        return `${encodeURIComponent(name)}=${random.chance(0.9) ? encodeURIComponent(wellFormed(value)).slice(0, 6_000) : '%E0%A4%A'}`;
      });
      return { line: `GET ${pathOf(random, route)}?${pairs.join('&')}` };
    },
    headers: (random) => {
      const NAMES = [
        'Accept',
        'Accept-Encoding',
        'Accept-Language',
        'Content-Type',
        'Content-Encoding',
        'Cookie',
        'Range',
        'If-None-Match',
        'If-Modified-Since',
        'X-CSRFToken',
        'X-OpenRosa-Version',
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'X-HTTP-Method-Override',
        'Expect',
        'Origin',
        'Referer',
        'Authorization',
        'Transfer-Encoding',
      ];
      const route = random.pick(routesOf('GET', 'POST'));
      const headers = Array.from({ length: random.between(1, 5) }, () => {
        const value = random.pick([
          wellFormed(nastyText(random)),
          `Basic ${wellFormed(nastyText(random))}`,
          `Token ${wellFormed(nastyText(random))}`,
          `Bearer ${wellFormed(nastyText(random))}`,
          'gzip',
          'application/json; charset=utf-7',
          '*/*;q=2',
          'bytes=0-,-1',
          '100-continue',
          'chunked, gzip',
        ]);
        return `${random.pick(NAMES)}: ${value.replace(/[\r\n\0]/g, random.pick(['', ' ', '\t']))}`;
      });
      return { line: `${route.method} ${pathOf(random, route)}`, headers };
    },
    URL: (random) => {
      const route = random.pick(routes.filter(({ method }) => method !== 'DELETE'));
      const path = mutated(random, Buffer.from(pathOf(random, route))).toString('latin1');
      const method = random.chance(0.9)
        ? route.method
        : random.pick(['PROPFIND', 'TRACE', 'get', 'X', 'OPTIONS', 'HEAD']);
      return { line: `${method} ${path.replace(/[\s\0]/g, random.pick(['', '%20', '%00']))}` };
    },
  };

  async function problemOf(sent: RawRequest): Promise<string | undefined> {
    const { line, headers = [], body } = sent;
    const isSigned = !headers.some((header) => /^(authorization|cookie):/i.test(header));
    const head = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...(isSigned ? [`Authorization: ${basic('owner')}`] : []),
      ...headers,
      ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    ].join('\r\n');
    const request = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'utf8'), body ?? Buffer.alloc(0)]);
    const response = await sendRaw(port, request, TIMEOUT_MS).catch((error: unknown) => String(error));
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
    if (!(status >= 100 && status < 500)) return response.slice(0, 1_500);
    const leaks = status >= 400 && LEAKS.test(response.slice(response.indexOf('\r\n\r\n')));
    return leaks ? response.slice(0, 1_500) : undefined;
  }

  it.each(Object.keys(FAMILIES))(
    'gets a well-formed response and never a server error: %s',
    async (family) => {
      const random = new Random(SEED);
      const problems: string[] = [];
      let left = INPUTS;
      const sender = async (): Promise<void> => {
        while (left > 0 && problems.length < 5) {
          left -= 1;
          const sent = FAMILIES[family]!(random);
          const problem = await problemOf(sent);
          if (problem !== undefined) {
            problems.push(
              `${sent.line}\n${(sent.headers ?? []).join('\n')}\n${sent.body?.toString('utf8').slice(0, 400) ?? ''}\n→ ${problem}`,
            );
          }
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, sender));
      expect({ problems, output: problems.length === 0 ? '' : service.recentOutput }).toEqual({
        problems: [],
        output: '',
      });
      // Still the same process: nothing restarts it.
      expect((await fetch(`${service.origin}/health/live`)).status).toBe(200);
    },
  );
});

/** Replaces lone surrogates like every encoder does. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
