import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { describePolicy, PAGE, type Policy } from './policy';
import { demandsOf, type RouteDemands } from './route-demands';

/** One verb on one path, as declared by a controller. */
export interface Route extends RouteDemands {
  readonly method: string;
  /** With parameters, as `/api/v2/assets/:uid/data`. */
  readonly path: string;
  readonly policy: Policy;
  readonly handler: string;
  /** A page for people: not described as part of the API. */
  readonly isPage: boolean;
}

type Declared = Omit<Route, 'policy'> & RouteDemands;

/** The verbs of one path, and whose permission it is to see it. */
export interface KnownPath {
  readonly methods: readonly string[];
  readonly policy: Policy;
  readonly uid: string | undefined;
}

const PATH = 'path';
const METHOD = 'method';

/** Every route of the service, read from the controllers themselves. */
@Injectable()
export class RouteTable {
  private words: ReadonlySet<string> | undefined;
  private known: { pattern: RegExp; methods: string[]; policy: Policy }[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /**
   * All routes, sorted by path and verb.
   * @throws Error naming every route without a policy, and every one that asks for a permission on an asset which its
   * path does not name: such a service must not start (decision 50).
   */
  routes(): Route[] {
    const routes = this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype));
    refuse(
      routes.filter(({ policy }) => policy === undefined),
      'These routes have no policy; say who may call them',
    );
    refuse(
      routes.filter(({ policy, path }) => policy?.kind === 'asset' && !path.split(/[/.]/).includes(':uid')),
      'These routes need a permission on the asset that :uid names, and have no :uid in their path',
    );
    return (routes as Route[]).sort(
      (one, other) => compare(one.path, other.path) || compare(one.method, other.method),
    );
  }

  /** The lines of `routes.txt`. */
  describe(): string[] {
    return linesOf(this.routes().filter(({ policy }) => policy.kind !== 'fallback'));
  }

  /** What is known about a path, whatever the verb; undefined when no route has it. */
  find(path: string): KnownPath | undefined {
    for (const { pattern, methods, policy } of this.paths()) {
      const match = pattern.exec(path);
      if (match !== null) return { methods, policy, uid: match.groups?.['uid'] };
    }
    return undefined;
  }

  /**
   * Whether the path ends in a fixed word where other paths have a name, or in a fixed suffix of one, and lacks the verb:
   * a route that takes names would take it for one.
   */
  isWordWithout(method: string, path: string): boolean {
    this.words ??= this.fixedWords();
    const word = path.slice(path.lastIndexOf('/') + 1);
    const suffix = word.slice(word.lastIndexOf('.'));
    if (!this.words.has(word) && !this.words.has(suffix)) return false;
    return this.find(path)?.methods.includes(method) === false;
  }

  private fixedWords(): ReadonlySet<string> {
    const paths = new Set(this.routes().map(({ path }) => path));
    const named = new Set([...paths].flatMap((path) => /^(.*\/):[^/]+$/.exec(path)?.[1] ?? []));
    return new Set(
      [...paths].flatMap((path) => {
        const [, above = '', word] = /^(.*\/)(?::\w+(?=\.))?([^/:]+)$/.exec(path) ?? [];
        return word !== undefined && named.has(above) ? [word] : [];
      }),
    );
  }

  private paths() {
    this.known ??= this.collectPaths();
    return this.known;
  }

  private collectPaths() {
    const byPath = new Map<string, Route[]>();
    for (const route of this.routes()) {
      if (route.policy.kind === 'fallback') continue;
      byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
    }
    return (
      [...byPath]
        // The most particular first: `:uid.xls` would be a uid too.
        .sort(([one], [other]) => parameterCount(one) - parameterCount(other) || other.length - one.length)
        .map(([path, routes]) => {
          const seen = routes.find(({ method }) => method === 'GET') ?? routes[0]!;
          const verbs = routes.map(({ method }) => method);
          const methods = [
            ...(verbs.includes('GET') && !verbs.includes('HEAD') ? ['HEAD'] : []),
            ...verbs,
            'OPTIONS',
          ];
          return { pattern: patternOf(path), methods: methods.sort(), policy: seen.policy };
        })
    );
  }

  private routesOf(metatype: unknown): Declared[] {
    if (typeof metatype !== 'function') return [];
    const prototype = metatype.prototype as Record<string, unknown>;
    const bases = asList(Reflect.getMetadata(PATH, metatype));
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (typeof handler !== 'function') return [];
      const verb: unknown = Reflect.getMetadata(METHOD, handler);
      if (typeof verb !== 'number') return [];
      const demands = demandsOf(handler);
      return bases.flatMap((base) =>
        asList(Reflect.getMetadata(PATH, handler)).map((path) => ({
          method: RequestMethod[verb] ?? 'ALL',
          path: joinPath(base, path),
          handler: `${metatype.name}.${name}`,
          isPage: Reflect.getMetadata(PAGE, metatype) === true,
          ...demands,
        })),
      );
    });
  }
}

/** Routes as lines of `routes.txt`. */
export function linesOf(routes: readonly Route[]): string[] {
  const width = Math.max(...routes.map(({ path }) => path.length));
  return routes.map(({ method, path, policy, takesForm }) => {
    const admitted = `${describePolicy(policy)}${takesForm ? ', from our form' : ''}`;
    return `${method.padEnd(6)} ${path.padEnd(width)}  ${admitted}`;
  });
}

function refuse(routes: readonly Declared[], why: string): void {
  if (routes.length === 0) return;
  const names = routes.map(({ method, path, handler }) => `${method} ${path} (${handler})`);
  throw new Error(`${why}: ${names.join(', ')}`);
}

/** By code point, so that the order is the same everywhere. */
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

/** `/api/v2/assets/:uid/data` as an expression with named groups. */
export function patternOf(path: string): RegExp {
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}
