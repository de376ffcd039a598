import type { NextFunction, Request, Response } from 'express';
import { InvalidError } from '../../domain/errors';

/** A name or an address, and perhaps a port. Anything else would end up in links and in what is shown to people. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a request whose scheme and host make no address, before anything makes a link with them: 256.256.256.256 looks
 * like a host and is none. Express has already decided, by TRUST_PROXY, whether forwarded headers count.
 */
export function refuseUnusableHost(request: Request, _response: Response, next: NextFunction): void {
  const { protocol, host } = request;
  // A request of HTTP/1.0 may have none.
  const isUsable = host === undefined || host === '' || isAddress(protocol, host);
  next(
    isUsable
      ? undefined
      : new InvalidError('The Host header names no host; send a name or an address, such as example.org.'),
  );
}

/** What was asked last: nearly all ask for the same. */
let last = { protocol: '', host: '', isAddress: false };

function isAddress(protocol: string, host: string): boolean {
  if (last.protocol !== protocol || last.host !== host) {
    const isAddress = /^https?$/.test(protocol) && HOST.test(host) && URL.canParse(`${protocol}://${host}`);
    last = { protocol, host, isAddress };
  }
  return last.isAddress;
}
