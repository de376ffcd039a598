import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import { RequestAdmission } from '../admission-control/request-admission';
import { RequestAccess } from '../authentication/request-access';
import { type FastPathRoute, FastPathTable } from '../authorization/fast-path-table';
import { ExceptionsFilter } from '../http/errors/exceptions.filter';
import { type ExpressPair, expressPair } from './express-pair';

interface Match {
  readonly target: FastPathRoute;
  readonly params: Readonly<Record<string, string>>;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Dispatches simple requests of busy routes without Express's router and Nest's handler pipeline, with the same
 * middleware, access checks, admission control, responses and errors (decision 103).
 */
@Injectable()
export class FastPathDispatcher {
  constructor(
    private readonly table: FastPathTable,
    private readonly access: RequestAccess,
    private readonly admission: RequestAdmission,
    private readonly filter: ExceptionsFilter,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * @param middleware of every request
   * @throws Error for an invalid fast-path method, see `FastPathTable`
   */
  install(server: Server, middleware: readonly RequestHandler[]): void {
    const routes = byMethod(this.table.routes());
    const listeners = server.listeners('request') as Listener[];
    server.removeAllListeners('request').on('request', (incoming, outgoing) => {
      const match = findMatch(routes, incoming);
      if (match === undefined) {
        for (const listener of listeners) listener(incoming, outgoing);
      } else {
        const pair = expressPair(incoming, outgoing, match.params);
        pair.request.originalUrl = incoming.url ?? '';
        runMiddleware(middleware, pair, (error) => {
          if (error === undefined) void this.serve(match.target, pair);
          else this.filter.respond(error, pair.request, pair.response);
        });
      }
    });
  }

  private async serve(target: FastPathRoute, { request, response }: ExpressPair): Promise<void> {
    try {
      await this.access.grant(request, response, target.route);
      await this.admission.admit(request, response, target.route.priority);
      this.host.httpAdapter.reply(response, await target.handle(request));
    } catch (error) {
      this.filter.respond(error, request, response);
    }
  }
}

type RoutesByMethod = ReadonlyMap<string, readonly FastPathRoute[]>;

function byMethod(routes: readonly FastPathRoute[]): RoutesByMethod {
  const methods = new Set(routes.map(({ route }) => route.method));
  return new Map(
    [...methods].map((method) => [method, routes.filter(({ route }) => route.method === method)]),
  );
}

function findMatch(routesByMethod: RoutesByMethod, incoming: IncomingMessage): Match | undefined {
  const { method = '', url = '' } = incoming;
  const routes = routesByMethod.get(method);
  if (routes === undefined) return undefined;
  const query = url.indexOf('?');
  const pathname = query === -1 ? url : url.slice(0, query);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  // Express decodes escaped paths before it matches them.
  if (path.includes('%')) return undefined;
  for (const target of routes) {
    const match = target.pattern.exec(path);
    if (match === null) continue;
    const params = { ...match.groups };
    if (target.handler.canHandle(incoming, params)) return { target, params };
    return undefined;
  }
  return undefined;
}

/** Runs middleware as Express does: each may run the rest of the chain inside its own async context. */
function runMiddleware(
  middleware: readonly RequestHandler[],
  pair: ExpressPair,
  done: (error?: unknown) => void,
): void {
  const next = (index: number, error?: unknown): void => {
    const handler = middleware[index];
    if (error !== undefined || handler === undefined) return done(error);
    try {
      void handler(pair.request, pair.response, (failure?: unknown) => next(index + 1, failure));
    } catch (thrown) {
      done(thrown);
    }
  };
  next(0);
}
