import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/** Admission control, body, log, database and streams all listen for `close`: more than Node's default of ten. */
const MAX_LISTENERS = 24;

/**
 * Returns message classes that inherit from Express's prototypes from the start. Express otherwise swaps the prototype of
 * each message, which makes V8 use slow property lookups (decision 113). All fields are declared, for one hidden class.
 */
export function messageClassesOf(app: Express): MessageClasses {
  class ExpressRequest extends IncomingMessage {
    res: unknown = undefined;
    params: unknown = undefined;
    body: unknown = undefined;
    baseUrl = '';
    originalUrl = '';
    next: unknown = undefined;
    route: unknown = undefined;
    _parsedUrl: unknown = undefined;
  }
  class ExpressResponse<Sent extends IncomingMessage = IncomingMessage> extends ServerResponse<Sent> {
    locals: Record<string, unknown> = {};

    constructor(...args: ConstructorParameters<typeof ServerResponse<Sent>>) {
      super(...args);
      this.setMaxListeners(MAX_LISTENERS);
    }
  }
  // Express skips the prototype swap when it finds these in place.
  app.request = withPrototype(ExpressRequest.prototype, app.request);
  app.response = withPrototype(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

function withPrototype<Members extends object>(prototype: object, members: Members): Members {
  return Object.setPrototypeOf(prototype, members) as Members;
}
