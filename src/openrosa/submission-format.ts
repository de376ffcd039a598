import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { SubmissionFormat } from './openrosa.presenter';

/** JSON submissions: contract-data 4.3. */
export function isJsonRequest(request: Request): boolean {
  return request.is('application/json') === 'application/json';
}

export const DetectedFormat = createParamDecorator(
  (_: unknown, context: ExecutionContext): SubmissionFormat =>
    isJsonRequest(context.switchToHttp().getRequest<Request>()) ? 'json' : 'xml',
);
