import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { wireFormatOf } from '../negotiation/wire-format';
import { Links } from './links';

/**
 * Scheme and host that links in the answer start with: PUBLIC_URL when set, else what the caller used, which is known
 * to make an address (`refuseUnusableHost`).
 */
export function originOf(request: Request): string {
  const configured: unknown = request.app.get('public url');
  if (typeof configured === 'string') return configured;
  return `${request.protocol}://${request.host || 'localhost'}`;
}

/** The hyperlinks of an answer. */
export function linksOf(request: Request): Links {
  return new Links(originOf(request), wireFormatOf(request).suffix);
}

/** Hands the hyperlinks of this answer to a controller's method. */
export const AnswerLinks = createParamDecorator((_: unknown, context: ExecutionContext) =>
  linksOf(context.switchToHttp().getRequest<Request>()),
);

/** Hands scheme and host of this answer's links to a controller's method. */
export const AnswerOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

/** The absolute URL of this request, for the links of an envelope. */
export function urlOf(request: Request): URL {
  const mark = request.originalUrl.indexOf('?');
  const query = mark === -1 ? '' : request.originalUrl.slice(mark);
  const { path, suffix } = wireFormatOf(request);
  const shown = suffix === undefined && !path.endsWith('/') ? `${path}/` : path;
  return new URL(`${originOf(request)}${shown}${query}`);
}

/** Hands the absolute URL of the request to a controller's method. */
export const RequestUrl = createParamDecorator((_: unknown, context: ExecutionContext) =>
  urlOf(context.switchToHttp().getRequest<Request>()),
);
