import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

/** What an application of Express makes requests and answers of. */
export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

export interface ExpressPair {
  readonly request: Request;
  readonly response: Response;
}

/** A request and its answer as Express would hand them on, so that whoever knows them knows no difference. */
export function expressPair(
  app: Prototypes,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  params: Readonly<Record<string, string>>,
): ExpressPair {
  Object.setPrototypeOf(incoming, app.request);
  Object.setPrototypeOf(outgoing, app.response);
  const request = Object.assign(incoming, { res: outgoing, params }) as Request;
  const response = Object.assign(outgoing, { req: request, locals: {} }) as Response;
  return { request, response };
}
