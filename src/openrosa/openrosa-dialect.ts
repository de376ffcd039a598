import { apiDialect } from '../http/errors/api-dialect';
import { bearerChallenge } from '../http/errors/bearer-challenge';
import type { ErrorDialect } from '../http/errors/error-dialect';
import { COLLECTOR_HEADERS, OPENROSA_HEADERS, openRosaMessage } from './openrosa.presenter';
import { sendsJson } from './sent-language';

/** Paths of collectors, alone, or behind a username or a link. */
const COLLECTOR_PATH =
  /^(?:\/collector\/[^/]+|\/[^/]+)?\/(?:formList|submission|xformsManifest\/[^/]+|xformsMedia\/[^/]+\/[^/]+|view\/(?:submissionList|downloadSubmission)|forms\/[^/]+\/form\.xml)$/;

/** Where a web form that edits submissions reads its form and what travels with it. */
const SNAPSHOT_PATH = /^\/api\/v2\/asset_snapshots\/[^/]+\/(?:formList|manifest)$/;

/** Where it sends what was edited. */
const WEB_FORM_EDIT_PATH = /^\/api\/v2\/asset_snapshots\/[^/]+\/submission$/;

const BASIC_CHALLENGE = 'Basic realm="fieldhouse", charset="UTF-8"';

/** Errors in the words of OpenRosa: collectors show the message to the enumerator (contract-data 4.5). */
export const openRosaDialect: ErrorDialect = {
  speaks: ({ path }) => (path.startsWith('/api/') ? SNAPSHOT_PATH.test(path) : COLLECTOR_PATH.test(path)),
  // Collectors know 503 as a reason to send the submission again, and 507 as nothing.
  status: ({ status }) => (status === 507 ? 503 : status),
  headers: (failure) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? BASIC_CHALLENGE : undefined);
    return { ...OPENROSA_HEADERS, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  },
  body: ({ status, message }, request) =>
    sendsJson(request) ? jsonBody(status, message) : openRosaMessage(message),
};

/** Errors of edits by a web form, which reads them as JSON (decision 91) and looks for what collectors look for. */
export const webFormEditDialect: ErrorDialect = {
  ...apiDialect,
  speaks: ({ path }) => WEB_FORM_EDIT_PATH.test(path),
  headers: (failure, request) => ({ ...COLLECTOR_HEADERS, ...apiDialect.headers(failure, request) }),
};

/** What is refused before the submission is looked at is told as everywhere in the API. */
function jsonBody(status: number, message: string): object {
  return status === 401 || status === 404 ? { detail: message } : { error: message };
}
