import { type RequestHandler, Router } from 'express';

export type RoutedMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'all';

/** Routes that end at one node, of one method. */
class Leaf {
  /** All of them: Express decodes escaped characters, and matches suffixes and wildcards. */
  private readonly router = Router({ caseSensitive: true });
  /** Routes whose segments are each a literal or a parameter: the node alone decides that they match. */
  private readonly plain: RequestHandler[] = [];
  private readonly servePlain = inOrder(this.plain);

  add(method: RoutedMethod, path: string, handlers: readonly RequestHandler[]): void {
    this.router[method](path, ...handlers);
    const segments = segmentsOf(path);
    if (!segments.every((segment) => /^(:\w+|[^:*{]+)$/.test(segment))) return;
    const serve = inOrder(handlers);
    this.plain.push((request, response, next) => {
      request.params = parametersOf(segments, segmentsOf(request.path));
      void serve(request, response, next);
    });
  }

  handlerOf(path: string): RequestHandler {
    return this.plain.length > 0 && !/[%.]|\/\//.test(path) ? this.servePlain : this.router;
  }
}

class RouteNode {
  readonly literals = new Map<string, RouteNode>();
  /** Child for a segment that is, or contains, a parameter. */
  parameter: RouteNode | undefined;
  readonly routes = new Map<string, Leaf>();
  readonly wildcards = new Map<string, Leaf>();
}

/**
 * Trie router: lookup cost does not grow with the number of routes, where Express tries every pattern in order. Literal
 * segments precede parameters, and full paths precede wildcards.
 */
export class RouteTree {
  private readonly root = new RouteNode();

  add(method: RoutedMethod, path: string, handlers: readonly RequestHandler[]): void {
    let node = this.root;
    let target: Map<string, Leaf> = node.routes;
    for (const segment of segmentsOf(path)) {
      if (/[*{]/.test(segment)) {
        target = node.wildcards;
        break;
      }
      node = childFor(node, segment);
      target = node.routes;
    }
    const leaf = target.get(method) ?? new Leaf();
    target.set(method, leaf);
    leaf.add(method, path, handlers);
  }

  /** Middleware: calls the matching routes in order while each calls `next`. */
  readonly handle: RequestHandler = (request, response, next) => {
    const { path } = request;
    const leaves: Leaf[] = [];
    collectMatches(this.root, segmentsOf(path), 0, methodsOf(request.method), leaves);
    void inOrder(leaves.map((leaf) => leaf.handlerOf(path)))(request, response, next);
  };
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    if (segment.startsWith(':')) parameters[segment.slice(1)] = segments[index]!;
  }
  return parameters;
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
  found: Leaf[],
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

function addRoutes(routes: ReadonlyMap<string, Leaf>, methods: readonly string[], found: Leaf[]): void {
  for (const method of methods) {
    const leaf = routes.get(method);
    if (leaf !== undefined) found.push(leaf);
  }
}

/** Calls handlers one after another as Express does, without its path matching before each. */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    const next = (index: number, error?: unknown): void => {
      const handler = handlers[index];
      if (error !== undefined || handler === undefined) return done(error);
      try {
        const result: unknown = handler(request, response, (failure?: unknown) => next(index + 1, failure));
        if (result instanceof Promise) result.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next(0);
  };
}
