import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'];

/**
 * For a service that trusts no proxy: says once, with what to set, that requests come by way of one. Until then all of its
 * clients count as one address, whose limits they share, and links begin with the proxy's own scheme.
 */
export function warnOfForwardedHeaders(): RequestHandler {
  const logger = new Logger('http');
  let isTold = false;
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!isTold) {
      const sent = FORWARDED.find((name) => request.headers[name] !== undefined);
      if (sent !== undefined) {
        isTold = true;
        logger.warn(
          `Requests carry the header ${sent}, and TRUST_PROXY=false ignores it: behind a proxy everybody counts as one address. Set TRUST_PROXY=loopback for a proxy on this machine, or the number of proxies, such as TRUST_PROXY=1. Without a proxy, somebody made the header up and nothing is to be done.`,
        );
      }
    }
    next();
  };
}
