import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { SentLanguage } from './openrosa.presenter';

/** Whether a submission comes as JSON (contract-data 4.3). */
export function sendsJson(request: Request): boolean {
  return request.is('application/json') === 'application/json';
}

/** Hands the language of the submission to a controller's method. */
export const Language = createParamDecorator((_: unknown, context: ExecutionContext): SentLanguage =>
  sendsJson(context.switchToHttp().getRequest<Request>()) ? 'json' : 'xml',
);
