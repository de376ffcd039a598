import type { Request } from 'express';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
  ApiPaymentRequiredResponse,
  type ApiBodyOptions,
} from '@nestjs/swagger';
import {
  type SubmissionFormat,
  COLLECTOR_HEADERS,
  OPENROSA_HEADERS,
  openRosaMessage,
} from './openrosa.presenter';
import { AccessInService, Priority } from '../authorization/policy';
import { AcceptsParts } from '../http/body/body-reader';
import { originOf } from '../http/url/links';
import { type ErrorDialect, bearerChallenge, apiDialect } from '../http/errors/failure';

/** Base of the URLs for a collector: the origin, then the username or link of the request, if any. */
export const CollectorBase = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  const { username, link } = request.params;
  const origin = originOf(request);
  if (typeof link === 'string') return `${origin}/collector/${encodeURIComponent(link)}`;
  return typeof username === 'string' ? `${origin}/${encodeURIComponent(username)}` : origin;
});

/** JSON submissions: contract-data 4.3. */
function isJsonRequest(request: Request): boolean {
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

const COLLECTOR_PATH =
  /^(?:\/collector\/[^/]+|\/[^/]+)?\/(?:formList|submission|xformsManifest\/[^/]+|xformsMedia\/[^/]+\/[^/]+|view\/(?:submissionList|downloadSubmission)|forms\/[^/]+\/form\.xml)$/;

/** Web forms read the form and its media here. */
const SNAPSHOT_PATH = /^\/api\/v2\/asset_snapshots\/[^/]+\/(?:formList|manifest)$/;

/** Web forms send edited submissions here. */
const WEB_FORM_EDIT_PATH = /^\/api\/v2\/asset_snapshots\/[^/]+\/submission$/;

const BASIC_CHALLENGE = 'Basic realm="fieldhouse", charset="UTF-8"';

/** Pages send a CSRF token; a Basic challenge would open the password dialog of the browser. */
const PAGE_CHALLENGE = 'Session realm="fieldhouse"';

/** OpenRosa error responses: collectors show the message to the enumerator (contract-data 4.5). */
export const openRosaDialect: ErrorDialect = {
  matches: ({ path }) => (path.startsWith('/api/') ? SNAPSHOT_PATH.test(path) : COLLECTOR_PATH.test(path)),
  // Collectors retry after 503, but do not know 507.
  status: ({ status }) => (status === 507 ? 503 : status),
  headers: (failure, request) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? challengeOf(request) : undefined);
    return { ...OPENROSA_HEADERS, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  },
  body: ({ status, message }, request) =>
    isJsonRequest(request) ? jsonBody(status, message) : openRosaMessage(message),
};

function challengeOf(request: Request): string {
  return request.get('x-csrftoken') === undefined ? BASIC_CHALLENGE : PAGE_CHALLENGE;
}

/** JSON errors with OpenRosa headers, for web forms that edit submissions (decision 142). */
export const webFormEditDialect: ErrorDialect = {
  ...apiDialect,
  matches: ({ path }) => WEB_FORM_EDIT_PATH.test(path),
  headers: (failure, request) => ({ ...COLLECTOR_HEADERS, ...apiDialect.headers(failure, request) }),
};

/** 401 and 404 precede reading the submission and have the shape of the API (`detail`). */
function jsonBody(status: number, message: string): object {
  return status === 401 || status === 404 ? { detail: message } : { error: message };
}

export const XML_CONTENT = { schema: { type: 'string' } } as const;

/** In the format of the submission. */
const RECEIPT_RESPONSE = {
  content: { 'text/xml': XML_CONTENT, 'application/json': { schema: { type: 'object' } } },
} as const;

const FILE = { type: 'string', format: 'binary' } as const;

export const SUBMISSION_BODY: ApiBodyOptions = {
  schema: {
    oneOf: [
      {
        type: 'object',
        required: ['xml_submission_file'],
        properties: { xml_submission_file: FILE, '*isIncomplete*': { type: 'string', enum: ['yes'] } },
        additionalProperties: FILE,
        description: 'As a form: the XML, and every file under its own name.',
      },
      {
        type: 'object',
        required: ['id', 'submission'],
        properties: { id: { type: 'string' }, submission: { type: 'object', additionalProperties: true } },
        description: 'As JSON: the form id and the answers.',
      },
    ],
  },
};
