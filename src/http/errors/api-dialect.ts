import type { ErrorDialect } from './error-dialect';

/** Errors in the words of the API: always JSON, `{"detail": …}` or sentences per field (decision 2). */
export const apiDialect: ErrorDialect = {
  speaks: () => true,
  headers: ({ status }) => (status === 401 ? { 'WWW-Authenticate': 'Token realm="api"' } : {}),
  body: ({ fields, extra, message }) => fields ?? { detail: message, ...extra },
};
