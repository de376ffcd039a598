import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { Environment } from './config/environment';
import { Doors } from './fast-path/doors';
import { holdExpectations } from './http/body/expectation';
import type { JsonAdapter } from './http/json-adapter';
import { normaliseUrl } from './http/negotiation/normalise-url';
import { readQuery } from './http/negotiation/query';
import { warnOfForwardedHeaders } from './http/url/forwarded-headers';
import { refuseUnusableHost } from './http/url/host-check';
import { refuseRemovedRoutes } from './http/removed/refuse-removed-routes';
import { Lifecycle } from './health/lifecycle';
import { Metrics } from './health/metrics';
import { openForOperatorsOnly } from './health/worker-doors';
import { RouteTable } from './authorization/route-table';
import { requestLog } from './bootstrap/request-log';
import { Arrivals } from './admission-control/arrivals';
import { StreamsInFlight } from './admission-control/streams-in-flight';
import { serveApiDocs } from './web/api-docs/api-docs';
import { ResourcePages } from './web/resource/resource-pages';
import { servePages } from './web/page/serve-pages';

/** Longest that a request's headers, and the whole request, may take to come in; enumerators' networks are slow. */
const HEADERS_MS = 60_000;
const REQUEST_MS = 15 * 60_000;
/** A connection on which nothing moves for so long is closed, whoever was to speak. */
const SILENT_MS = 60_000;

/**
 * Everything between the socket and the first guard; the service and its tests share it.
 * @throws Error when a route has no policy: such a service must not start
 */
export function configureApp(app: NestExpressApplication): NestExpressApplication {
  const environment = app.get(Environment);
  app.get(RouteTable).routes();
  const streams = app.get(StreamsInFlight);
  const adapter = app.getHttpAdapter() as unknown as JsonAdapter;
  adapter.admitStreams((response) => streams.open(response));
  adapter.showPages(app.get(ResourcePages).render);
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy(environment.TRUST_PROXY));
  app.set('query parser', readQuery);
  app.set('public url', environment.PUBLIC_URL);
  const steps = stepsOf(app, environment);
  for (const step of steps) app.use(step);
  serveApiDocs(app);
  adapter.findRoutesByTree();
  const server = app.getHttpServer();
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.timeout = SILENT_MS;
  // Longer than proxies keep theirs: who sends on a connection that is just being closed gets no answer.
  server.keepAliveTimeout = SILENT_MS;
  holdExpectations(server);
  app.get(Arrivals).watch(server);
  if (environment.ROLE !== 'worker') app.get(Doors).open(server, steps);
  return app;
}

/** What every request passes before it comes to a route. */
function stepsOf(app: NestExpressApplication, environment: Environment): RequestHandler[] {
  return [
    app.get(Metrics).observe,
    app.get(Lifecycle).sayGoodbye,
    normaliseUrl,
    ...(environment.TRUST_PROXY === 'false' ? [warnOfForwardedHeaders()] : []),
    refuseUnusableHost,
    ...(environment.ROLE === 'worker' ? [openForOperatorsOnly] : []),
    servePages,
    helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false }),
    refuseRemovedRoutes,
    ...requestLog(environment.LOG_LEVEL),
  ];
}

/** TRUST_PROXY in Express's terms. */
function trustProxy(setting: string): boolean | number | string[] {
  if (setting === 'false') return false;
  if (/^\d+$/.test(setting)) return Number(setting);
  return setting.split(',').map((address) => address.trim());
}
