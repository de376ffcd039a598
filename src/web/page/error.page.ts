import type { Failure } from '../../http/errors/failure';
import { html } from './html';
import { presentAnonymousPage, pageHeaders } from './page';
import type { Request } from 'express';
import { cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import { isSafe } from '../../http/negotiation/request-url';
import { FORM_LANGUAGES, type FormLanguage, isFormError, presentFormErrorPage } from './form-error.page';
import { prefersHtml } from '../../http/negotiation/wire-format';
import type { ErrorDialect } from '../../http/errors/error-dialects';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Sign-in required',
  403: 'Access denied',
  404: 'Not found',
  405: 'Method not allowed',
  429: 'Too many requests',
  503: 'Service unavailable',
};

/** Rewords errors that are written for programs. */
function textFor(status: number, message: string): string {
  if (status === 404 && message === 'Not found.')
    return 'There is nothing at this address, or your account may not see it.';
  return message.startsWith('CSRF Failed')
    ? 'The form has expired or was sent from another site. Go back, reload the page and send the form again.'
    : message;
}

/** @param returnPath where the sign-in page leads afterwards */
function presentErrorPage({ status, message }: Failure, returnPath: string): string {
  const title = TITLES[status] ?? (status < 500 ? 'Invalid request' : 'Internal error');
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${textFor(status, message)}</p>
    ${
      status === 401 &&
      html`<div class="buttons">
        <a class="button" href="/accounts/login/?next=${encodeURIComponent(returnPath)}">Sign in</a>
      </div>`
    }
    ${(status === 403 || status === 404) && html`<div class="buttons"><a class="button quiet" href="/">Start page</a></div>`}
  </div>`;
  return presentAnonymousPage({ title, body, narrow: true });
}

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
