import { type CanActivate, type ExecutionContext, Injectable, NotAcceptableException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { acceptsAny } from './accepted-types';
import { isFeed } from './feed-path';
import { wireFormatOf } from './wire-format';

/** What `@ApiProduces` says of a handler that answers with something else than JSON. */
const PRODUCES = 'swagger/apiProduces';

/** Files are of types that only those who sent them know. */
export const ANY_TYPE = '*/*';

/** What every resource is shown as: JSON to programs, a page to people. */
const ORDINARY = ['application/json', 'text/html', 'application/xhtml+xml'];

/**
 * Refuses callers who take none of the media types that a route answers with (contract-assets 0.3: 406). A URL that asks
 * for a format has the last word: what comes is what it names, whatever a library says it accepts.
 */
@Injectable()
export class AcceptGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { accept } = request.headers;
    if (!accept || !isNegotiated(request.path)) return true;
    if (wireFormatOf(request).format !== undefined) return true;
    const produced = this.reflector.get<string[] | undefined>(PRODUCES, context.getHandler()) ?? ORDINARY;
    if (produced.includes(ANY_TYPE) || acceptsAny(accept, produced)) return true;
    throw new NotAcceptableException('Could not satisfy the request Accept header.');
  }
}

/** Whether callers of a path may say what they take; the rest speaks OpenRosa, OAuth2, OData or HTML, whoever asks. */
export function isNegotiated(path: string): boolean {
  return NEGOTIATED.test(path) && !isFeed(path);
}

const NEGOTIATED = /^\/(api\/v2\/|me$|token$)/;
