import type { IncomingMessage } from 'node:http';

/**
 * Per-request state that one step stores for later ones, in a symbol property of the request: the garbage collector
 * would scan a WeakMap for all requests in flight (decision 113).
 */
export class RequestState<Content> {
  private readonly key: symbol;

  constructor(name: string) {
    this.key = Symbol(name);
  }

  set(request: IncomingMessage, content: Content): void {
    (request as WithState<Content>)[this.key] = content;
  }

  get(request: IncomingMessage): Content | undefined {
    return (request as WithState<Content>)[this.key];
  }
}

type WithState<Content> = IncomingMessage & Record<symbol, Content | undefined>;
