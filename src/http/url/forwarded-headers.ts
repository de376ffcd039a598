import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'];

/**
 * Warns once when TRUST_PROXY=false but requests arrive through a proxy: all clients then share one address and its rate
 * limits, and links carry the proxy's scheme.
 */
export function warnAboutForwardedHeaders(): RequestHandler {
  const logger = new Logger('http');
  let hasWarned = false;
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!hasWarned) {
      const header = FORWARDED.find((name) => request.headers[name] !== undefined);
      if (header !== undefined) {
        hasWarned = true;
        logger.warn(
          `Requests carry the header ${header}, but TRUST_PROXY=false ignores it: behind a proxy all clients share one address and its rate limits. Set TRUST_PROXY=loopback for a proxy on this machine, or the number of proxies, such as TRUST_PROXY=1. Without a proxy, ignore this: a client forged the header.`,
        );
      }
    }
    next();
  };
}
