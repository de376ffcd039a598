import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { wireFormatOf } from '../negotiation/wire-format';
import { Links } from './links';

/** Returns scheme and host for links: PUBLIC_URL when set, else the caller's, validated by `refuseInvalidHost`. */
export function originOf(request: Request): string {
  const configured: unknown = request.app.get('public url');
  if (typeof configured === 'string') return configured;
  return `${request.protocol}://${request.host || 'localhost'}`;
}

export function linksOf(request: Request): Links {
  return new Links(originOf(request), wireFormatOf(request).suffix);
}

export const ResponseLinks = createParamDecorator((_: unknown, context: ExecutionContext) =>
  linksOf(context.switchToHttp().getRequest<Request>()),
);

/** Injects scheme and host for the links of this response. */
export const ResponseOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

export function urlOf(request: Request): URL {
  const queryStart = request.originalUrl.indexOf('?');
  const query = queryStart === -1 ? '' : request.originalUrl.slice(queryStart);
  const { path, suffix } = wireFormatOf(request);
  const canonical = suffix === undefined && !path.endsWith('/') ? `${path}/` : path;
  return new URL(`${originOf(request)}${canonical}${query}`);
}

export const RequestUrl = createParamDecorator((_: unknown, context: ExecutionContext) =>
  urlOf(context.switchToHttp().getRequest<Request>()),
);
