import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';

export type RoutedMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'all';

class RouteNode {
  readonly literals = new Map<string, RouteNode>();
  /** Child for a segment that is, or contains, a parameter. */
  parameter: RouteNode | undefined;
  /** Routes that end here, by method; Express distinguishes those that differ in a suffix. */
  readonly routes = new Map<string, Router>();
  readonly wildcards = new Map<string, Router>();
}

/**
 * Trie router: lookup cost does not grow with the number of routes, where Express tries every pattern in order. Literal
 * segments precede parameters, and full paths precede wildcards. Express still matches each pattern.
 */
export class RouteTree {
  private readonly root = new RouteNode();

  add(method: RoutedMethod, path: string, handlers: readonly RequestHandler[]): void {
    let node = this.root;
    let target: Map<string, Router> = node.routes;
    for (const segment of segmentsOf(path)) {
      if (/[*{]/.test(segment)) {
        target = node.wildcards;
        break;
      }
      node = childFor(node, segment);
      target = node.routes;
    }
    const router = target.get(method) ?? Router({ caseSensitive: true });
    target.set(method, router);
    router[method](path, ...handlers);
  }

  /** Middleware: calls the matching routes in order while each calls `next`. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const routers: Router[] = [];
    collectMatches(this.root, segmentsOf(request.path), 0, methodsOf(request.method), routers);
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
  // Drops the empty strings before the first slash and after a trailing one.
  segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

/** GET routes serve HEAD when no HEAD route exists (RFC 9110, 9.3.2). */
function methodsOf(method: string): string[] {
  return method === 'HEAD' ? ['head', 'get', 'all'] : [method.toLowerCase(), 'all'];
}

function childFor(node: RouteNode, segment: string): RouteNode {
  if (segment.includes(':')) return (node.parameter ??= new RouteNode());
  const child = node.literals.get(segment) ?? new RouteNode();
  node.literals.set(segment, child);
  return child;
}

function collectMatches(
  node: RouteNode,
  segments: readonly string[],
  depth: number,
  methods: readonly string[],
  found: Router[],
): void {
  if (depth === segments.length) addRoutes(node.routes, methods, found);
  else {
    const named = node.literals.get(segments[depth]!);
    if (named !== undefined) collectMatches(named, segments, depth + 1, methods, found);
    const isNamed = depth === segments.length - 1 && named !== undefined && named.routes.size > 0;
    // A literal path without this method must not fall through to a parameter in its position.
    const isOtherMethod = isNamed && !methods.some((method) => named.routes.has(method));
    if (node.parameter !== undefined && !isOtherMethod) {
      collectMatches(node.parameter, segments, depth + 1, methods, found);
    }
  }
  addRoutes(node.wildcards, methods, found);
}

function addRoutes(routes: ReadonlyMap<string, Router>, methods: readonly string[], found: Router[]): void {
  for (const method of methods) {
    const router = routes.get(method);
    if (router !== undefined) found.push(router);
  }
}
