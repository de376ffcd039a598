import { bearerChallenge } from './bearer-challenge';
import type { ErrorDialect } from './error-dialect';

/** Errors in the words of the API: always JSON, `{"detail": …}` or sentences per field (decision 2). */
export const apiDialect: ErrorDialect = {
  speaks: () => true,
  headers: (failure) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? 'Token realm="api"' : undefined);
    return challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  },
  body: ({ fields, extra, message }) => fields ?? { detail: message, ...extra },
};
