import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { originOf } from '../http/url/request-links';

/** What a collector's URLs start with: the origin, and the username or the link when it asked with one. */
export function collectorBaseOf(request: Request): string {
  const { username, link } = request.params;
  const origin = originOf(request);
  if (typeof link === 'string') return `${origin}/collector/${encodeURIComponent(link)}`;
  return typeof username === 'string' ? `${origin}/${encodeURIComponent(username)}` : origin;
}

/** Hands it to a controller's method. */
export const CollectorBase = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  collectorBaseOf(context.switchToHttp().getRequest<Request>()),
);
