import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Request } from 'express';
import {
  type AssetFastPathMethod,
  FAST_PATH,
  FastPathHandler,
  type FastPathMethod,
  type FastPathTarget,
} from './fast-path-handler';
import { accessOf, actorOf } from './request-actor';
import { requirementsOf, type RouteRequirements } from './route-requirements';
import { formatRoutes, patternOf, type Route, RouteTable } from './route-table';

export interface FastPathRoute {
  readonly handler: FastPathHandler;
  /** Handles a request that was authorized and admitted. */
  readonly handle: (request: Request) => ReturnType<FastPathMethod>;
  /** Has a named group for each path parameter. */
  readonly pattern: RegExp;
  readonly route: Route;
}

type Method = FastPathMethod | AssetFastPathMethod;

/** Lists all fast-path methods, checked against the routes that they serve. */
@Injectable()
export class FastPathTable {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly table: RouteTable,
  ) {}

  /** @throws Error for a method without policy, without route, or with other requirements than its route (decision 103) */
  routes(): FastPathRoute[] {
    const routes = this.table.routes();
    return this.discovery
      .getProviders()
      .map(({ instance }) => instance as unknown)
      .filter((instance) => instance instanceof FastPathHandler)
      .flatMap((handler) => this.routesOf(handler, routes));
  }

  describe(): string[] {
    return formatRoutes(this.routes().map(({ route }) => route));
  }

  private routesOf(handler: FastPathHandler, routes: readonly Route[]): FastPathRoute[] {
    const prototype = Object.getPrototypeOf(handler) as Record<string, Method>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name]!;
      const target = Reflect.getMetadata(FAST_PATH, method) as FastPathTarget | undefined;
      if (target === undefined) return [];
      const route = routes.find((each) => each.method === target.method && each.path === `/${target.path}`);
      assertSameRequirements(`${handler.constructor.name}.${name}`, requirementsOf(method), route);
      return [{ handler, handle: bindMethod(handler, method, route), pattern: patternOf(route.path), route }];
    });
  }
}

function bindMethod(handler: FastPathHandler, method: Method, { policy }: Route): FastPathRoute['handle'] {
  if (policy.kind === 'asset') {
    const bound = method.bind(handler) as AssetFastPathMethod;
    // `Requires` has checked at compile time that the method takes the proof of this codename.
    return (request) => bound(accessOf(request) as never, actorOf(request), request);
  }
  const bound = method.bind(handler) as FastPathMethod;
  return (request) => bound(actorOf(request), request);
}

function assertSameRequirements(
  name: string,
  requirements: RouteRequirements,
  route?: Route,
): asserts route is Route {
  if (requirements.policy === undefined) {
    throw new Error(`The fast-path method ${name} has no policy. Declare the policy of its route.`);
  }
  if (route === undefined) throw new Error(`The fast-path method ${name} matches no route.`);
  const { policy, body, requiresCsrfToken, priority } = route;
  if (!isDeepStrictEqual(requirements, { policy, body, requiresCsrfToken, priority })) {
    throw new Error(`The fast-path method ${name} has other requirements than its route ${route.handler}.`);
  }
}
