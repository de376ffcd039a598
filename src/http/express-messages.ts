import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** What a server makes requests and answers of. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Whoever waits for the end of an answer listens for it: its turn, its body, the log, what the database is asked for it, and
 * each of the streams that it is made by. Together they may be more than the ten that Node takes for a leak.
 */
const MOST_LISTENERS = 24;

/**
 * Classes whose requests and answers are Express's from the first. Those of a bare server are given Express's prototypes
 * when they come to it, and from then on V8 looks each of their members up the slow way (decision 113). What a request gets
 * on its way has its place from the beginning, so that all of them have one shape.
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

    constructor(...of: ConstructorParameters<typeof ServerResponse<Sent>>) {
      super(...of);
      this.setMaxListeners(MOST_LISTENERS);
    }
  }
  // Express finds these in place then, and leaves them be.
  app.request = inheriting(ExpressRequest.prototype, app.request);
  app.response = inheriting(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

function inheriting<Members extends object>(prototype: object, members: Members): Members {
  return Object.setPrototypeOf(prototype, members) as Members;
}
