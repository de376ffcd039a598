import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Request } from 'express';
import { Door, DOOR, type DoorHandler, type DoorPlace, type ProvenDoorHandler } from './door';
import { accessOf, actorOf } from './request-actor';
import { demandsOf, type RouteDemands } from './route-demands';
import { linesOf, patternOf, type Route, RouteTable } from './route-table';

/** A door's method, and what it stands in front of. */
export interface PlacedDoor {
  readonly door: Door;
  /** Answers a request that was let in. */
  readonly serve: (request: Request) => ReturnType<DoorHandler>;
  /** Names the parameters of the path. */
  readonly pattern: RegExp;
  readonly route: Route;
}

type Handler = DoorHandler | ProvenDoorHandler;

/** Every door of the service, held against the routes behind them. */
@Injectable()
export class DoorTable {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly routes: RouteTable,
  ) {}

  /**
   * @throws Error for a door without a policy, one in front of no route or of one that asks otherwise: such a service must
   * not start (decision 103)
   */
  doors(): PlacedDoor[] {
    const routes = this.routes.routes();
    return this.discovery
      .getProviders()
      .map(({ instance }) => instance as unknown)
      .filter((instance) => instance instanceof Door)
      .flatMap((door) => this.placesOf(door, routes));
  }

  /** The lines of `routes.txt`. */
  describe(): string[] {
    return linesOf(this.doors().map(({ route }) => route));
  }

  private placesOf(door: Door, routes: readonly Route[]): PlacedDoor[] {
    const prototype = Object.getPrototypeOf(door) as Record<string, Handler>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const place = Reflect.getMetadata(DOOR, handler) as DoorPlace | undefined;
      if (place === undefined) return [];
      const route = routes.find(({ method, path }) => method === place.method && path === `/${place.path}`);
      const placed = `${door.constructor.name}.${name}`;
      assertSame(placed, demandsOf(handler), route);
      return [{ door, serve: serving(door, handler, route), pattern: patternOf(route.path), route }];
    });
  }
}

function serving(door: Door, handler: Handler, { policy }: Route): PlacedDoor['serve'] {
  if (policy.kind === 'asset') {
    const serve = handler.bind(door) as ProvenDoorHandler;
    // The proof of what the policy asks for, which the method asked for too (`Requires`).
    return (request) => serve(accessOf(request) as never, actorOf(request), request);
  }
  const serve = handler.bind(door) as DoorHandler;
  return (request) => serve(actorOf(request), request);
}

function assertSame(placed: string, demands: RouteDemands, route?: Route): asserts route is Route {
  if (demands.policy === undefined) {
    throw new Error(`The door ${placed} has no policy; say who may come by it.`);
  }
  if (route === undefined) throw new Error(`The door ${placed} stands in front of no route.`);
  const { policy, body, takesForm, served } = route;
  if (!isDeepStrictEqual(demands, { policy, body, takesForm, served })) {
    throw new Error(`The door ${placed} asks for something else than ${route.handler} behind it.`);
  }
}
