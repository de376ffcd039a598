import type { Request } from 'express';
import { type ErrorDialect, bearerChallenge, apiDialect } from '../http/errors/error-dialects';
import { COLLECTOR_HEADERS, OPENROSA_HEADERS, openRosaMessage } from './openrosa.presenter';
import { isJsonRequest } from './openrosa-request';

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
