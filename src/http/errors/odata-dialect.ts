import { STATUS_CODES } from 'node:http';
import { isODataPath } from '../negotiation/wire-format';
import { bearerChallenge } from './bearer-challenge';
import type { ErrorDialect } from './error-dialect';

export const ODATA_VERSION = { 'OData-Version': '4.0' } as const;

const BASIC_CHALLENGE = 'Basic realm="fieldhouse", charset="UTF-8"';

/** Errors of OData (JSON format 4.0, 19). Spreadsheets support only Basic authentication (contract-odata 1). */
export const odataDialect: ErrorDialect = {
  matches: ({ path }) => isODataPath(path),
  headers: (failure) => {
    if (failure.status === 401) return { 'WWW-Authenticate': bearerChallenge(failure) ?? BASIC_CHALLENGE };
    const challenge = bearerChallenge(failure);
    return { ...ODATA_VERSION, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  },
  body: ({ status, message }) => ({ error: { code: codeOf(status), message } }),
};

/** Returns the status text as a code, such as `NotFound`. */
function codeOf(status: number): string {
  return (STATUS_CODES[status] ?? 'Error').replace(/[^A-Za-z]/g, '');
}
