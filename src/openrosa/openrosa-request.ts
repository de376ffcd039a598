import type { Request } from 'express';
import type { SubmissionFormat } from './openrosa.presenter';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
  ApiPaymentRequiredResponse,
} from '@nestjs/swagger';
import { AccessInService, Priority } from '../authorization/policy';
import { AcceptsParts } from '../http/body/body-declaration';
import { RECEIPT_RESPONSE, SUBMISSION_BODY } from './openrosa-schemas';
import { originOf } from '../http/url/links';

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

/** Policies, body and responses of every submission route. `signedIn`: authenticates before reading the body. */
export const AcceptsSubmissions = (options?: { signedIn: boolean }) =>
  applyDecorators(
    Priority('immediate'),
    AccessInService('add_submissions', options),
    AcceptsParts(),
    ApiConsumes('multipart/form-data', 'application/json'),
    ApiBody(SUBMISSION_BODY),
    ApiCreatedResponse({ description: 'Stored.', ...RECEIPT_RESPONSE }),
    ApiAcceptedResponse({ description: 'Duplicate: everything was already stored.', ...RECEIPT_RESPONSE }),
    ApiPaymentRequiredResponse({
      description: 'A limit of what is stored is reached; the message names it.',
    }),
    ApiMethodNotAllowedResponse({ description: 'The form does not accept submissions.' }),
    ApiConflictResponse({ description: 'Another submission has the same instanceID.' }),
  );
