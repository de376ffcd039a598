import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { describePolicy, PAGE, type Policy, requirementsOf, type RouteRequirements } from './policy';

export interface Route extends RouteRequirements {
  readonly method: string;
  /** Path pattern with parameters, such as `/api/v2/assets/:uid/data`. */
  readonly path: string;
  readonly policy: Policy;
  readonly handler: string;
  /** HTML page, not part of the API. */
  readonly isPage: boolean;
}

type DeclaredRoute = Omit<Route, 'policy'> & RouteRequirements;

/** Verbs of a path, and the policy that decides who may see it. */
export interface PathInfo {
  readonly methods: readonly string[];
  readonly policy: Policy;
  readonly uid: string | undefined;
}

const PATH = 'path';
const METHOD = 'method';

/** Lists all routes, read from the metadata of the controllers. */
@Injectable()
export class RouteTable {
  private listed: readonly Route[] | undefined;
  private staticSegments: ReadonlySet<string> | undefined;
  private pathCache: { pattern: RegExp; methods: string[]; policy: Policy }[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /**
   * All routes, sorted by path and verb.
   * @throws Error naming each route without policy, or with an asset policy and no `:uid` in its path (decision 50)
   */
  routes(): readonly Route[] {
    return (this.listed ??= this.listRoutes());
  }

  private listRoutes(): Route[] {
    const routes = this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype));
    assertNone(
      routes.filter(({ policy }) => policy === undefined),
      'These routes have no policy. Declare who may call them',
    );
    assertNone(
      routes.filter(({ policy, path }) => policy?.kind === 'asset' && !path.split(/[/.]/).includes(':uid')),
      'These routes require a permission on the asset :uid and have no :uid in their path',
    );
    return (routes as Route[]).sort(
      (one, other) => compare(one.path, other.path) || compare(one.method, other.method),
    );
  }

  /** Lines of `routes.txt`. */
  describe(): string[] {
    return formatRoutes(this.routes().filter(({ policy }) => policy.kind !== 'fallback'));
  }

  /** Looks up a path, for any verb; undefined when no route has it. */
  find(path: string): PathInfo | undefined {
    for (const { pattern, methods, policy } of this.paths()) {
      const match = pattern.exec(path);
      if (match !== null) return { methods, policy, uid: match.groups?.['uid'] };
    }
    return undefined;
  }

  /**
   * True when the path ends in a static segment or suffix, such as `/assets/bulk`, that lacks the verb: without the check
   * a route with a parameter there, such as `/assets/:uid`, would match.
   */
  isStaticPathWithout(method: string, path: string): boolean {
    this.staticSegments ??= this.findStaticSegments();
    const segment = path.slice(path.lastIndexOf('/') + 1);
    const suffix = segment.slice(segment.lastIndexOf('.'));
    if (!this.staticSegments.has(segment) && !this.staticSegments.has(suffix)) return false;
    return this.find(path)?.methods.includes(method) === false;
  }

  private findStaticSegments(): ReadonlySet<string> {
    const paths = new Set(this.routes().map(({ path }) => path));
    const parametrised = new Set([...paths].flatMap((path) => /^(.*\/):[^/]+$/.exec(path)?.[1] ?? []));
    return new Set(
      [...paths].flatMap((path) => {
        const [, parent = '', segment] = /^(.*\/)(?::\w+(?=\.))?([^/:]+)$/.exec(path) ?? [];
        return segment !== undefined && parametrised.has(parent) ? [segment] : [];
      }),
    );
  }

  private paths() {
    this.pathCache ??= this.collectPaths();
    return this.pathCache;
  }

  private collectPaths() {
    const byPath = new Map<string, Route[]>();
    for (const route of this.routes()) {
      if (route.policy.kind === 'fallback') continue;
      byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
    }
    return (
      [...byPath]
        // Most specific first: `:uid.xls` matches `:uid` too.
        .sort(([one], [other]) => parameterCount(one) - parameterCount(other) || other.length - one.length)
        .map(([path, routes]) => {
          const visible = routes.find(({ method }) => method === 'GET') ?? routes[0]!;
          const verbs = routes.map(({ method }) => method);
          const methods = [
            ...(verbs.includes('GET') && !verbs.includes('HEAD') ? ['HEAD'] : []),
            ...verbs,
            'OPTIONS',
          ];
          return { pattern: patternOf(path), methods: methods.sort(), policy: visible.policy };
        })
    );
  }

  private routesOf(metatype: unknown): DeclaredRoute[] {
    if (typeof metatype !== 'function') return [];
    const prototype = metatype.prototype as Record<string, unknown>;
    const bases = asList(Reflect.getMetadata(PATH, metatype));
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (typeof handler !== 'function') return [];
      const verb: unknown = Reflect.getMetadata(METHOD, handler);
      if (typeof verb !== 'number') return [];
      const requirements = requirementsOf(handler);
      return bases.flatMap((base) =>
        asList(Reflect.getMetadata(PATH, handler)).map((path) => ({
          method: RequestMethod[verb] ?? 'ALL',
          path: joinPath(base, path),
          handler: `${metatype.name}.${name}`,
          isPage: Reflect.getMetadata(PAGE, metatype) === true,
          ...requirements,
        })),
      );
    });
  }
}

function formatRoutes(routes: readonly Route[]): string[] {
  const width = Math.max(...routes.map(({ path }) => path.length));
  return routes.map(({ method, path, policy, requiresCsrfToken }) => {
    const described = `${describePolicy(policy)}${requiresCsrfToken ? ', csrf' : ''}`;
    return `${method.padEnd(6)} ${path.padEnd(width)}  ${described}`;
  });
}

function assertNone(routes: readonly DeclaredRoute[], problem: string): void {
  if (routes.length === 0) return;
  const names = routes.map(({ method, path, handler }) => `${method} ${path} (${handler})`);
  throw new Error(`${problem}: ${names.join(', ')}`);
}

/** Compares by code point, so that the order does not depend on the locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function asList(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  return [typeof value === 'string' ? value : '/'];
}

function joinPath(base: string, path: string): string {
  const joined = `/${base}/${path}`.replace(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}

function parameterCount(path: string): number {
  return path.split(':').length;
}

/** `/api/v2/assets/:uid/data` as a regular expression with named groups. */
function patternOf(path: string): RegExp {
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}
