import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

export interface ExpressPair {
  readonly request: Request;
  readonly response: Response;
}

/**
 * A request and its answer as Express would hand them on, so that whoever knows them knows no difference. They are made
 * as Express's (see `messageClassesOf`).
 */
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
