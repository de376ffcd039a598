import type { NextFunction, Request, Response } from 'express';
import { InvalidError } from '../../domain/errors';

/** Host name or IP address with optional port; anything else would be injected into links and pages. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rejects requests whose scheme and host do not form a URL, before links are built from them: 256.256.256.256 looks
 * like a host and is not valid. Express has already applied TRUST_PROXY.
 */
export function refuseInvalidHost(request: Request, _response: Response, next: NextFunction): void {
  const { protocol, host } = request;
  // HTTP/1.0 requests may lack a host.
  const isValid = host === undefined || host === '' || isValidOrigin(protocol, host);
  next(
    isValid
      ? undefined
      : new InvalidError(
          'The Host header is not valid. Send a host name or an address, such as example.org.',
        ),
  );
}

/** Last result: nearly all requests have the same host. */
let last = { protocol: '', host: '', isValid: false };

function isValidOrigin(protocol: string, host: string): boolean {
  if (last.protocol !== protocol || last.host !== host) {
    const isValid = /^https?$/.test(protocol) && HOST.test(host) && URL.canParse(`${protocol}://${host}`);
    last = { protocol, host, isValid };
  }
  return last.isValid;
}
