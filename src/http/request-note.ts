import type { IncomingMessage } from 'node:http';

/**
 * What one step of a request leaves for those behind it, and nobody else reads. It lies with the request itself: a WeakMap
 * would be looked through at each collection of garbage, for all requests under way (decision 113).
 */
export class RequestNote<Content> {
  private readonly place: symbol;

  constructor(name: string) {
    this.place = Symbol(name);
  }

  leave(request: IncomingMessage, content: Content): void {
    (request as Noted<Content>)[this.place] = content;
  }

  /** Undefined where nothing was left. */
  of(request: IncomingMessage): Content | undefined {
    return (request as Noted<Content>)[this.place];
  }
}

type Noted<Content> = IncomingMessage & Record<symbol, Content | undefined>;
