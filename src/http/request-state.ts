import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

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

/** Calls `done` once the response is sent or the client has disconnected. */
export function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}

/** Injects an `AbortSignal` that fires when the response is sent or the client disconnects. */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const response = context.switchToHttp().getResponse<Response>();
    const controller = new AbortController();
    onClosed(response, () => controller.abort());
    return controller.signal;
  },
);
