import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CanActivate } from '@nestjs/common';
import { CUSTOM_ROUTE_ARGS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { ApplicationConfig } from '@nestjs/core';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { patternOf, type Route, RouteTable } from './authorization/route-table';
import { DeniedError } from './domain/errors';
import { ExceptionsFilter } from './http/errors/exceptions.filter';

type Serve = (request: Request, response: Response) => Promise<void>;

interface Parameter {
  readonly index: number;
  readonly data: unknown;
  readonly pipes: readonly unknown[];
  readonly factory: (data: unknown, context: ExecutionContextHost) => unknown;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves the routes marked with `@FastPath` before Express; all others go to the listeners of the server.
 * @param middleware of every request
 * @throws Error for a marked method with a parameter that a pipe may change
 */
export function installFastPath(app: NestExpressApplication, middleware: RequestHandler): void {
  const filter = app.get(ExceptionsFilter);
  const routes = app
    .get(RouteTable)
    .routes()
    .filter(({ isFastPath }) => isFastPath)
    .map((route) => ({ ...route, pattern: patternOf(route.path), serve: serveOf(app, filter, route) }));
  const server = app.getHttpServer();
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request').on('request', (incoming, outgoing) => {
    const { method, url = '' } = incoming;
    const [path = ''] = url.split('?', 1);
    // Express decodes escaped paths.
    const match = routes.find(
      (route) => route.method === method && !path.includes('%') && route.pattern.test(path),
    );
    if (match === undefined) return listeners.forEach((listener) => listener(incoming, outgoing));
    const [request, response] = [incoming as Request, outgoing as Response];
    request.res = response;
    request.originalUrl = url;
    request.params = { ...match.pattern.exec(path)?.groups };
    void middleware(request, response, (error?: unknown) => {
      if (error === undefined) void match.serve(request, response);
      else filter.respond(error, request, response);
    });
  });
}

/** Composes the global guards and the parameters of the controller's method. */
function serveOf(app: NestExpressApplication, filter: ExceptionsFilter, route: Route): Serve {
  const { controller, methodName } = route;
  const instance = app.get<Record<string, (...args: unknown[]) => unknown>>(controller);
  const method = instance[methodName]!;
  const parameters = parametersOf(route);
  const guards = globalGuardsOf(app);
  const adapter = app.getHttpAdapter();
  return async (request, response) => {
    try {
      const context = new ExecutionContextHost([request, response], controller, method);
      for (const guard of guards) if (!(await guard.canActivate(context))) throw new DeniedError();
      const args: unknown[] = [];
      for (const { index, data, factory } of parameters) args[index] = factory(data, context);
      adapter.reply(response, await method.apply(instance, args));
    } catch (error) {
      filter.respond(error, request, response);
    }
  };
}

/** Custom decorators and single path parameters: the global pipe leaves these as they are. */
function parametersOf({ controller, methodName, handler }: Route): Parameter[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, methodName) ?? {}) as Record<
    string,
    Parameter
  >;
  return Object.entries(declared).map(([key, parameter]) => {
    const isPathParameter = key.startsWith(`${RouteParamtypes.PARAM}:`) && typeof parameter.data === 'string';
    if (parameter.pipes.length > 0 || !(isPathParameter || key.includes(CUSTOM_ROUTE_ARGS_METADATA))) {
      throw new Error(`${handler} has @FastPath and a parameter with a pipe. Use custom decorators only.`);
    }
    return isPathParameter ? { ...parameter, factory: pathParameter } : parameter;
  });
}

function pathParameter(name: unknown, context: ExecutionContextHost): unknown {
  return context.switchToHttp().getRequest<Request>().params[String(name)];
}

/** @throws Error when there are none: fails closed */
function globalGuardsOf(app: NestExpressApplication): CanActivate[] {
  const { config } = app as unknown as { readonly config: ApplicationConfig };
  const guards = config.getGlobalGuards();
  if (guards.length === 0) throw new Error('The service has no guards.');
  return guards;
}
