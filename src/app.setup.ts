import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler, NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { PinoLogger } from 'nestjs-pino';
import { storage, Store } from 'nestjs-pino/storage';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { Logger } from '@nestjs/common';
import { Environment, type LogLevel } from './config/environment';
import type { JsonAdapter } from './http/json-adapter';
import { normaliseUrl, readQuery } from './http/negotiation/request';
import { inOrder } from './http/routing/route-tree';
import { Readiness } from './health/health-check';
import { Metrics } from './health/metrics';
import { RouteTable } from './authorization/route-table';
import { AcceptBacklog, StreamsInFlight } from './admission-control/admission-controller';
import { WebApplication } from './web/application/web-application';
import { serveApiDocs } from './web/api-docs/api-docs';
import { ResourcePages } from './web/resource/resource-pages';
import { servePages } from './web/page/serve-pages';
import { LOG_FORMAT } from './bootstrap/logged-error';
import { NotFoundError, GoneError, InvalidError } from './domain/errors';
import { removedRouteMessage } from './http/removed/removed-routes';
import { deferContinue } from './http/body/incoming-body';

/** Host name or IP address with optional port; anything else would be injected into links and pages. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rejects requests whose scheme and host do not form a URL, before links are built from them: 256.256.256.256 looks
 * like a host and is not valid. Express has already applied TRUST_PROXY.
 */
function refuseInvalidHost(request: Request, _response: Response, next: NextFunction): void {
  const { protocol, host, rawHeaders } = request;
  // HTTP/1.0 requests may lack a host.
  const isValid = host === undefined || host === '' || isValidOrigin(protocol, host);
  if (countHosts(rawHeaders) > 1) {
    return next(new InvalidError('The request has several Host headers. Send one.'));
  }
  next(
    isValid
      ? undefined
      : new InvalidError(
          'The Host header is not valid. Send a host name or an address, such as example.org.',
        ),
  );
}

/** Node keeps the first of several (RFC 9112 3.2 requires 400): proxies may read another one. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]!.length === 4 && rawHeaders[name]!.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function isValidOrigin(protocol: string, host: string): boolean {
  return /^https?$/.test(protocol) && HOST.test(host) && URL.canParse(`${protocol}://${host}`);
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'];

/**
 * Warns once when TRUST_PROXY=false but requests arrive through a proxy: all clients then share one address and its rate
 * limits, and links carry the proxy's scheme.
 */
function warnAboutForwardedHeaders(): RequestHandler {
  const logger = new Logger('http');
  let hasWarned = false;
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!hasWarned) {
      const header = FORWARDED.find((name) => request.headers[name] !== undefined);
      if (header !== undefined) {
        hasWarned = true;
        logger.warn(
          `Requests carry the header ${header}, but TRUST_PROXY=false ignores it: behind a proxy all clients share one address and its rate limits. Set TRUST_PROXY=loopback for a proxy on this machine, or the number of proxies, such as TRUST_PROXY=1. Without a proxy, ignore this: a client forged the header.`,
        );
      }
    }
    next();
  };
}

const HEALTH_ROUTES = /^\/(health\/(live|ready)|metrics)$/;

/** With ROLE=worker a process runs jobs and serves health checks and metrics only. */
function serveHealthRoutesOnly(request: Request, _response: Response, next: NextFunction): void {
  next(HEALTH_ROUTES.test(request.path) ? undefined : new NotFoundError());
}

/** Timeouts against slowloris clients; generous, since enumerators upload over slow networks. */
const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const SOCKET_TIMEOUT_MS = 60_000;

/**
 * Sets up HTTP: timeouts, middleware and API docs. The tests use it too.
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
  app.use(inOrder(middlewareOf(app, environment)));
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

/**
 * Middleware that logs each request and adds the request id to every line logged for it. Only at `debug` and `trace`:
 * failures are logged at every level, and a line per submission would cost too much.
 */
function requestLog(level: LogLevel): RequestHandler[] {
  if (level !== 'debug' && level !== 'trace') return [];
  let log: HttpLogger | undefined;
  return [
    (request, response, next) => {
      // PinoLogger.root exists once the app is initialized.
      log ??= pinoHttp({ ...LOG_FORMAT, logger: PinoLogger.root });
      log(request, response);
      storage.run(new Store(request.allLogs.at(-1) ?? request.log), next);
    },
  ];
}

/**
 * Responds 410 to every method on a V1 path (decision 1), before authentication: a script with an expired token still
 * learns which route replaces it (contract-assets 0.3).
 */
function refuseRemovedRoutes(request: Request, _response: Response, next: NextFunction): void {
  const message = removedRouteMessage(request.path);
  next(message === undefined ? undefined : new GoneError(message));
}
