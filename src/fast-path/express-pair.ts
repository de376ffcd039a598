import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

export interface ExpressPair {
  readonly request: Request;
  readonly response: Response;
}

/** Sets what Express would set; the server creates both with Express's prototypes (see `messageClassesOf`). */
export function expressPair(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  params: Request['params'],
): ExpressPair {
  const request = incoming as Request;
  const response = outgoing as Response;
  request.res = response;
  request.params = params;
  return { request, response };
}
