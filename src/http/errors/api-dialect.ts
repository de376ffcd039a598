import { bearerChallenge } from './bearer-challenge';
import type { ErrorDialect } from './error-dialect';

/** Errors of the API: JSON, `{"detail": …}` or validation errors by field (decision 2). */
export const apiDialect: ErrorDialect = {
  matches: () => true,
  headers: (failure) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? 'Token realm="api"' : undefined);
    return challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  },
  body: ({ fields, extra, message }) => fields ?? { detail: message, ...extra },
};
