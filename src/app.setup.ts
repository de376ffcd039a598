import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { Environment } from './config/environment';
import { FastPathDispatcher } from './fast-path/fast-path-dispatcher';
import { deferContinue } from './http/body/expect-continue';
import type { JsonAdapter } from './http/json-adapter';
import { normaliseUrl } from './http/negotiation/normalise-url';
import { readQuery } from './http/negotiation/query';
import { warnAboutForwardedHeaders } from './http/url/forwarded-headers';
import { refuseInvalidHost } from './http/url/host-check';
import { refuseRemovedRoutes } from './http/removed/refuse-removed-routes';
import { Readiness } from './health/readiness';
import { Metrics } from './health/metrics';
import { serveHealthRoutesOnly } from './health/worker-routes';
import { RouteTable } from './authorization/route-table';
import { requestLog } from './bootstrap/request-log';
import { AcceptBacklog } from './admission-control/accept-backlog';
import { StreamsInFlight } from './admission-control/streams-in-flight';
import { WebApplication } from './web/application/web-application';
import { serveApiDocs } from './web/api-docs/api-docs';
import { ResourcePages } from './web/resource/resource-pages';
import { servePages } from './web/page/serve-pages';

/** Timeouts against slowloris clients; generous, since enumerators upload over slow networks. */
const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const SOCKET_TIMEOUT_MS = 60_000;

/**
 * Sets up HTTP: timeouts, middleware, API docs and the fast path. The tests use it too.
 * @throws Error when a route has no policy (decision 50)
 */
export function configureApp(app: NestExpressApplication): NestExpressApplication {
  const environment = app.get(Environment);
  app.get(RouteTable).routes();
  const streams = app.get(StreamsInFlight);
  const adapter = app.getHttpAdapter() as unknown as JsonAdapter;
  adapter.admitStreams((response) => streams.open(response));
  adapter.usePages(app.get(ResourcePages).render);
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy(environment.TRUST_PROXY));
  app.set('query parser', readQuery);
  app.set('public url', environment.PUBLIC_URL);
  const middleware = middlewareOf(app, environment);
  for (const handler of middleware) app.use(handler);
  serveApiDocs(app);
  adapter.useRouteTree();
  const server = app.getHttpServer();
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.timeout = SOCKET_TIMEOUT_MS;
  // Longer than that of proxies: a request on a connection that is just being closed would be lost.
  server.keepAliveTimeout = SOCKET_TIMEOUT_MS;
  deferContinue(server);
  app.get(AcceptBacklog).watch(server);
  if (environment.ROLE !== 'worker') app.get(FastPathDispatcher).install(server, middleware);
  return app;
}

/** Middleware of every request, in order. */
function middlewareOf(app: NestExpressApplication, environment: Environment): RequestHandler[] {
  return [
    app.get(Metrics).observe,
    app.get(Readiness).closeConnections,
    normaliseUrl,
    ...(environment.TRUST_PROXY === 'false' ? [warnAboutForwardedHeaders()] : []),
    refuseInvalidHost,
    ...(environment.ROLE === 'worker' ? [serveHealthRoutesOnly] : []),
    helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false }),
    // Before removed routes, since applications keep files in folders such as `assets`.
    ...(environment.ROLE === 'worker' ? [] : app.get(WebApplication).middleware()),
    refuseRemovedRoutes,
    ...requestLog(environment.LOG_LEVEL),
    servePages,
  ];
}

/** TRUST_PROXY as Express's `trust proxy` setting. */
function trustProxy(setting: string): boolean | number | string[] {
  if (setting === 'false') return false;
  if (/^\d+$/.test(setting)) return Number(setting);
  return setting.split(',').map((address) => address.trim());
}
