import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { originOf } from '../http/url/links';
import type { SubmissionFormat } from './openrosa.presenter';

/** Base of the URLs for a collector: the origin, then the username or link of the request, if any. */
export const CollectorBase = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  const { username, link } = request.params;
  const origin = originOf(request);
  if (typeof link === 'string') return `${origin}/collector/${encodeURIComponent(link)}`;
  return typeof username === 'string' ? `${origin}/${encodeURIComponent(username)}` : origin;
});

/** JSON submissions: contract-data 4.3. */
export function isJsonRequest(request: Request): boolean {
  return request.is('application/json') === 'application/json';
}

export const DetectedFormat = createParamDecorator(
  (_: unknown, context: ExecutionContext): SubmissionFormat =>
    isJsonRequest(context.switchToHttp().getRequest<Request>()) ? 'json' : 'xml',
);
