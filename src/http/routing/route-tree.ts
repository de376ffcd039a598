import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';

export type RoutedMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'all';

/** What the routes below one segment of a path begin with. */
class Branch {
  readonly byName = new Map<string, Branch>();
  /** Below a segment that is a parameter, or holds one. */
  byParameter: Branch | undefined;
  /** The routes that end here, by method; Express tells those apart that differ in a suffix. */
  readonly routes = new Map<string, Router>();
  /** The routes that take whatever is left of a path. */
  readonly rest = new Map<string, Router>();
}

/**
 * Finds the routes of a path segment by segment, where Express by itself tries one pattern after the other: what a
 * request costs does not grow with the number of routes. A segment that is named goes before one that is a parameter,
 * a whole path before one that ends in a wildcard. What a pattern means is still Express's to say.
 */
export class RouteTree {
  private readonly root = new Branch();

  add(method: RoutedMethod, path: string, handlers: readonly RequestHandler[]): void {
    let branch = this.root;
    let ends: Map<string, Router> = branch.routes;
    for (const segment of segmentsOf(path)) {
      if (/[*{]/.test(segment)) {
        ends = branch.rest;
        break;
      }
      branch = below(branch, segment);
      ends = branch.routes;
    }
    const router = ends.get(method) ?? Router({ caseSensitive: true });
    ends.set(method, router);
    router[method](path, ...handlers);
  }

  /** Hands a request to the routes that its path leads to, one after the other while they pass it on. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const routers: Router[] = [];
    collect(this.root, segmentsOf(request.path), 0, methodsOf(request.method), routers);
    let tried = 0;
    const tryNext = (error?: unknown): void => {
      const router = routers[tried++];
      if (error !== undefined || router === undefined) next(error);
      else router(request, response, tryNext);
    };
    tryNext();
  };
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  // Before the first slash there is nothing, and a slash at the end adds nothing.
  segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

/** A GET answers HEAD where nothing else does (RFC 9110, 9.3.2). */
function methodsOf(method: string): string[] {
  return method === 'HEAD' ? ['head', 'get', 'all'] : [method.toLowerCase(), 'all'];
}

function below(branch: Branch, segment: string): Branch {
  if (segment.includes(':')) return (branch.byParameter ??= new Branch());
  const known = branch.byName.get(segment) ?? new Branch();
  branch.byName.set(segment, known);
  return known;
}

function collect(
  branch: Branch,
  segments: readonly string[],
  depth: number,
  methods: readonly string[],
  found: Router[],
): void {
  if (depth === segments.length) addRoutes(branch.routes, methods, found);
  else {
    const named = branch.byName.get(segments[depth]!);
    if (named !== undefined) collect(named, segments, depth + 1, methods, found);
    const isNamed = depth === segments.length - 1 && named !== undefined && named.routes.size > 0;
    // A path that is named has its own verbs: another one is none of what a parameter in its place would take.
    const isOtherVerb = isNamed && !methods.some((method) => named.routes.has(method));
    if (branch.byParameter !== undefined && !isOtherVerb) {
      collect(branch.byParameter, segments, depth + 1, methods, found);
    }
  }
  addRoutes(branch.rest, methods, found);
}

function addRoutes(routes: ReadonlyMap<string, Router>, methods: readonly string[], found: Router[]): void {
  for (const method of methods) {
    const router = routes.get(method);
    if (router !== undefined) found.push(router);
  }
}
