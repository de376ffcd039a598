import type { Request } from 'express';
import type { Failure, ErrorDialect } from '../../http/errors/failure';
import { html } from './html';
import { renderPage, pageHeaders } from './page';
import { rewordedError } from './reworded-errors';
import { identifiedActor } from '../../authorization/request-actor';
import type { CsrfService } from '../../modules/account/session/csrf.service';
import { languageOf, type Visitor, visitorOf } from './visitor';
import { isSafe, prefersHtml } from '../../http/negotiation/request';
import type { Language } from '../../language/language';
import { knownText, type Text, t } from '../../language/message';

function titleOf(status: number): Text {
  switch (status) {
    case 401:
      return t('Sign-in required');
    case 402:
      return t('Limit reached');
    case 403:
      return t('Access denied');
    case 404:
      return t('Not found');
    case 405:
      return t('Method not allowed');
    case 410:
      return t('No longer here');
    case 429:
      return t('Too many requests');
    case 503:
      return t('Service unavailable');
    default:
      return status < 500 ? t('Invalid request') : t('Internal error');
  }
}

/** Rewords errors that are written for programs. */
function textFor(status: number, message: string): Text {
  if (status === 404 && message === 'Not found.')
    return t('There is nothing at this address, or your account may not see it.');
  return message.startsWith('CSRF Failed')
    ? t(
        'The form has expired or was sent from another site. Go back, reload the page and send the form again.',
      )
    : knownText(rewordedError(message));
}

/** @param returnPath where the sign-in page leads afterwards */
function presentErrorPage(
  { status, message }: Failure,
  returnPath: string,
  visitor: Visitor | undefined,
  language: Language,
): string {
  const title = titleOf(status);
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${textFor(status, message)}</p>
    <div class="buttons">
      ${status === 401 && html`<a class="button" href="${signInPath(returnPath)}">${t('Sign in')}</a>`}
      <a class="button quiet" href="/">${t('Start page')}</a>
    </div>
  </div>`;
  return renderPage({ title, body, narrow: true }, visitor, language);
}

const signInPath = (next: string): string => `/accounts/login/?next=${encodeURIComponent(next)}`;

const PAGES =
  /^\/((accounts|projects|library|administration|account|web-forms|o\/(authorize|applications|authorized_tokens))(\/|$)|collector\/[^/]+\/?$)/;
/** Pages that redirect to the sign-in page; all others link to it (decision 10). */
const SIGN_IN_REDIRECT =
  /^\/(accounts\/token|o\/authorize|(projects|library|administration|account|web-forms)(\/.*)?)$/;

/** Addresses of forms, which people open who know nothing else of the service. */
const WEB_FORM = /^\/(web-forms|collector)\//;

const PROJECT = /^\/projects\/./;

/**
 * Errors as HTML, for browsers on pages and at addresses without anything; programs get the errors of these paths in another
 * dialect.
 * @param methodsOf verbs of a path; none of an unknown one
 */
export function pageDialect(csrf: CsrfService, methodsOf: (path: string) => readonly string[]): ErrorDialect {
  const visitors = new WeakMap<Request, Visitor>();
  /** Undefined if the request failed before it was authenticated. */
  const visitorIn = (request: Request): Visitor | undefined => {
    if (identifiedActor(request) === undefined) return undefined;
    const visitor = visitors.get(request) ?? visitorOf(request, csrf);
    visitors.set(request, visitor);
    return visitor;
  };
  return {
    matches: (request) =>
      prefersHtml(request) &&
      (PAGES.test(request.path) || (isSafe(request.method) && methodsOf(request.path).length === 0)),
    status: (failure, request) =>
      redirectsToSignIn(failure, request) ? (isSafe(request.method) ? 302 : 303) : failure.status,
    headers: (failure, request) => {
      const { cookies = [] } = visitorIn(request) ?? {};
      return {
        ...pageHeaders(),
        ...(failure.status === 401 && { 'WWW-Authenticate': 'Session realm="fieldhouse"' }),
        ...(redirectsToSignIn(failure, request)
          ? { Location: signInLocation(request, methodsOf) }
          : cookies.length > 0 && { 'Set-Cookie': cookies }),
      };
    },
    body: (failure, request) =>
      WEB_FORM.test(request.path) && isFormError(failure.status)
        ? presentFormErrorPage(failure.status, languageOf(request))
        : presentErrorPage(failure, request.originalUrl, visitorIn(request), languageOf(request)),
  };
}

/** The sign-in page, which leads back; after a form, to the page that shows it. */
function signInLocation(request: Request, methodsOf: (path: string) => readonly string[]): string {
  if (isSafe(request.method)) return signInPath(request.originalUrl);
  let page = request.path;
  while (page !== '' && !methodsOf(page).includes('GET')) page = page.slice(0, page.lastIndexOf('/'));
  return `${signInPath(`${page}/`)}&ended=1`;
}

/** A project that an anonymous visitor can't see looks like one that doesn't exist: both lead to the sign-in page. */
function redirectsToSignIn({ status }: Failure, request: Request): boolean {
  const isAnonymous = identifiedActor(request)?.kind === 'anonymous';
  const isDenied = status === 401 || (status === 404 && PROJECT.test(request.path) && isAnonymous);
  return isDenied && request.headers.authorization === undefined && SIGN_IN_REDIRECT.test(request.path);
}

/** Error at the address of a web form, for people who fill in forms and know nothing else of the service. */
export function presentFormErrorPage(status: number, language: Language): string {
  const [title, text] = textsOf(status);
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`;
  return renderPage({ title, body, narrow: true }, undefined, language);
}

/** Whether the error has a text of its own for people who fill in forms. */
export function isFormError(status: number): boolean {
  return status === 403 || status === 404 || status >= 500;
}

function textsOf(status: number): readonly [title: Text, text: Text] {
  if (status === 403) {
    return [t('Access denied'), t('You may not open this form. Ask the person who gave you its address.')];
  }
  if (status === 404) {
    return [
      t('Not found'),
      t(
        'There is no form at this address, or you may not see it. Ask the person who gave it to you for another one.',
      ),
    ];
  }
  return [t('Something went wrong'), t('The form could not be opened. Try again in a few minutes.')];
}
