import type { Request } from 'express';
import type { ErrorDialect } from '../../http/errors/error-dialect';
import type { Failure } from '../../http/errors/failure';
import { prefersPage } from '../../http/negotiation/page-preference';
import { isSafe } from '../../http/negotiation/safe-methods';
import { presentErrorPage } from './error.page';
import { pageHeaders } from './page';

const PAGES = /^\/(accounts|o\/(authorize|applications|authorized_tokens))(\/|$)/;
/** The pages that lead a visitor to sign in by themselves; on all others it is a link (decision 10). */
const LED_TO_SIGN_IN = /^\/(accounts\/token|o\/authorize)$/;

/** Errors as pages, for a person who looks at a page of ours. Programs get those paths' errors in their own words. */
export const pageDialect: ErrorDialect = {
  speaks: (request) => PAGES.test(request.path) && prefersPage(request),
  status: (failure, request) => (isLedToSignIn(failure, request) ? 302 : failure.status),
  headers: (failure, request) => ({
    ...pageHeaders(),
    ...(failure.status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
    ...(isLedToSignIn(failure, request) && {
      Location: `/accounts/login/?next=${encodeURIComponent(request.originalUrl)}`,
    }),
  }),
  body: (failure, request) => presentErrorPage(failure, request.originalUrl),
};

function isLedToSignIn({ status }: Failure, request: Request): boolean {
  return (
    status === 401 &&
    request.headers.authorization === undefined &&
    isSafe(request.method) &&
    LED_TO_SIGN_IN.test(request.path)
  );
}
