import type { Request } from 'express';
import { cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import type { Failure } from '../../http/errors/failure';
import { isSafe } from '../../http/negotiation/safe-methods';
import { presentErrorPage } from './error.page';
import { FORM_LANGUAGES, type FormLanguage, isFormError, presentFormErrorPage } from './form-error.page';
import { pageHeaders } from './page';
import { prefersHtml } from '../../http/negotiation/wire-format';
import type { ErrorDialect } from '../../http/errors/error-dialects';

const PAGES =
  /^\/((accounts|projects|library|administration|account|web-forms|o\/(authorize|applications|authorized_tokens))(\/|$)|collector\/[^/]+\/?$)/;
/** Pages that redirect to the sign-in page; all others link to it (decision 10). */
const SIGN_IN_REDIRECT =
  /^\/(accounts\/token|o\/authorize|(projects|library|administration|account|web-forms)(\/.*)?)$/;

/** Addresses of forms, which people open who know nothing else of the service. */
const WEB_FORM = /^\/(web-forms|collector)\//;

const PROJECT = /^\/projects\/./;

/** Errors as HTML, for browsers on pages; programs get the errors of these paths in another dialect. */
export const pageDialect: ErrorDialect = {
  matches: (request) => PAGES.test(request.path) && prefersHtml(request),
  status: (failure, request) => (redirectsToSignIn(failure, request) ? 302 : failure.status),
  headers: (failure, request) => ({
    ...pageHeaders(),
    ...(failure.status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
    ...(redirectsToSignIn(failure, request) && {
      Location: `/accounts/login/?next=${encodeURIComponent(request.originalUrl)}`,
    }),
  }),
  body: (failure, request) =>
    WEB_FORM.test(request.path) && isFormError(failure.status)
      ? presentFormErrorPage(failure.status, languageOf(request))
      : presentErrorPage(failure, request.originalUrl),
};

function languageOf(request: Request): FormLanguage {
  return (request.acceptsLanguages(FORM_LANGUAGES) || 'en') as FormLanguage;
}

/** A project that an anonymous visitor can't see looks like one that doesn't exist: both lead to the sign-in page. */
function redirectsToSignIn({ status }: Failure, request: Request): boolean {
  const isDenied =
    status === 401 || (status === 404 && PROJECT.test(request.path) && !cookieOf(request, SESSION_COOKIE));
  return (
    isDenied &&
    request.headers.authorization === undefined &&
    isSafe(request.method) &&
    SIGN_IN_REDIRECT.test(request.path)
  );
}
