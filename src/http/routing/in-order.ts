import type { RequestHandler } from 'express';

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
