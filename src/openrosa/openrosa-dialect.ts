import { bearerChallenge } from '../http/errors/bearer-challenge';
import type { ErrorDialect } from '../http/errors/error-dialect';
import { escapeText } from '../domain/text/xml-text';
import { OPENROSA_HEADERS, openRosaResponse } from './openrosa.presenter';

/** Paths of collectors, with or without a username in front. */
const COLLECTOR_PATH =
  /^(?:\/[^/]+)?\/(?:formList|submission|xformsManifest\/[^/]+|forms\/[^/]+\/form\.xml)$/;

const BASIC_CHALLENGE = 'Basic realm="fieldhouse", charset="UTF-8"';

/** Errors in the words of OpenRosa: collectors show the message to the enumerator (contract-data 4.5). */
export const openRosaDialect: ErrorDialect = {
  speaks: ({ path }) => COLLECTOR_PATH.test(path) && !path.startsWith('/api/'),
  // Collectors know 503 as a reason to send the submission again, and 507 as nothing.
  status: ({ status }) => (status === 507 ? 503 : status),
  headers: (failure) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? BASIC_CHALLENGE : undefined);
    return { ...OPENROSA_HEADERS, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  },
  body: ({ message }) => openRosaResponse(`<message nature="">${escapeText(message)}</message>`),
};
