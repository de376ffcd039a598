import { type CanActivate, type ExecutionContext, Injectable, NotAcceptableException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { acceptsAny, isODataPath, wireFormatOf } from './wire-format';

/** Metadata key of `@ApiProduces`, for routes with other types than JSON. */
const PRODUCES = 'swagger/apiProduces';

/** For files, whose type depends on the upload. */
export const ANY_TYPE = '*/*';

/** JSON, and HTML pages for browsers. */
const DEFAULT_TYPES = ['application/json', 'text/html', 'application/xhtml+xml'];

/**
 * Responds 406 when the Accept header matches none of the route's media types (contract-assets 0.3). A format in the URL
 * overrides the header, which HTTP libraries set on their own.
 */
@Injectable()
export class AcceptGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { accept } = request.headers;
    if (!accept || !isNegotiated(request.path)) return true;
    if (wireFormatOf(request).format !== undefined) return true;
    const produced =
      this.reflector.get<string[] | undefined>(PRODUCES, context.getHandler()) ?? DEFAULT_TYPES;
    if (produced.includes(ANY_TYPE) || acceptsAny(accept, produced)) return true;
    throw new NotAcceptableException('Could not satisfy the request Accept header.');
  }
}

/** Returns whether a path negotiates content; OpenRosa, OAuth2, OData and HTML paths do not. */
export function isNegotiated(path: string): boolean {
  return NEGOTIATED.test(path) && !isODataPath(path);
}

const NEGOTIATED = /^\/(api\/v2\/|me$|token$)/;
