import { type Text, t } from '../../language/message';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { formErrorMessage, formField } from '../page/form-field';
import { notice } from '../page/components';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import { PASSWORD_REQUEST_PATH } from './password-reset.controller';
import { type Visitor, localPath } from '../page/visitor';
import type { Request } from 'express';
import { CHALLENGE_COOKIE, CSRF_COOKIE, SESSION_COOKIE, setCookie } from '../../http/cookie/cookies';
import type { CsrfService } from '../../modules/account/session/csrf.service';
import { SESSION_LIFETIME_MS } from '../../domain/account/credential';
import type { StartedSession } from '../../modules/account/session/session.service';
import type { PendingMethod } from '../../modules/account/mfa/mfa-enrolment.service';
import { codeField, enrolmentSteps, recoveryCodeList } from './mfa-page.controller';

interface SignInForm {
  readonly username: string;
  /** Local path to open after signing in. */
  readonly next: string;
}

export const DEFAULT_NEXT_PATH = '/';

/** @param hasEnded whether the session of the visitor ended before a form was sent */
export function presentSignIn(
  visitor: Visitor,
  { username, next }: SignInForm,
  { sendsMail, hasEnded = false, errors }: { sendsMail: boolean; hasEnded?: boolean; errors?: FormErrors },
) {
  const body = html`<div class="sheet">
    <h1>${t('Sign in')}</h1>
    ${
      leadsToApplication(next) &&
      html`<p class="soft">
        ${t('An application requests access to your account. Sign in to review the request.')}
      </p>`
    }
    ${
      hasEnded &&
      errors === undefined &&
      notice(t('Your session had ended, and nothing was saved. Sign in to go on where you were.'), 'caution')
    }
    ${formErrorMessage(errors)} ${signInForm(visitor, { username, next }, { sendsMail, errors })}
  </div>`;
  return presentHtmlPage(visitor, {
    title: t('Sign in'),
    body,
    narrow: true,
    // An application with earlier consent gets its code through a redirect, without another page.
    formTargets: leadsToApplication(next) ? 'any' : [],
    errors,
  });
}

/** Fields of the sign-in, with the way out for those who forgot the password. */
export function signInForm(
  visitor: Visitor,
  { username, next }: SignInForm,
  {
    sendsMail,
    errors,
    focuses = true,
  }: { sendsMail: boolean; errors?: FormErrors | undefined; focuses?: boolean },
): Html {
  const asksName = username === '';
  return html`<form method="post" action="/accounts/login/">
      ${csrfField(visitor)}
      <input type="hidden" name="next" value="${next}" />
      ${formField({ name: 'username', label: t('Username'), value: username, autocomplete: 'username', autofocus: focuses && asksName }, errors)}
      ${formField({ name: 'password', label: t('Password'), type: 'password', autocomplete: 'current-password', autofocus: focuses && !asksName }, errors)}
      <div class="buttons"><button>${t('Sign in')}</button></div>
    </form>
    <p class="hint">
      ${
        sendsMail
          ? html`<a href="${PASSWORD_REQUEST_PATH}">${t('Forgot the password?')}</a>`
          : t('Forgot the password? Ask an administrator of this service for a link to set a new one.')
      }
    </p>`;
}

export function presentSignOut(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>${t('Sign out')}</h1>
    <p>${t('You will need your password to sign in again. API tokens and applications keep working.')}</p>
    <form method="post" action="/accounts/logout/">
      ${csrfField(visitor)}
      <div class="buttons">
        <button>${t('Sign out')}</button><a class="button quiet" href="/projects/">${t('Cancel')}</a>
      </div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Sign out'), body, narrow: true });
}

function leadsToApplication(next: string): boolean {
  return /^\/o\/authorize\b/.test(next);
}

/** Reads the query or body of the sign-in page; every field is optional. */
export function readSignInForm(sent: Sent): SignInForm & { readonly password: string } {
  return {
    username: textOf(sent['username']).trim(),
    password: textOf(sent['password']),
    next: localPath(sent['next'], DEFAULT_NEXT_PATH),
  };
}

/** Cookies of a new session: a new key each, so that none chosen by the client is accepted. */
export function sessionCookies(request: Request, csrf: CsrfService, { id, key }: StartedSession): string[] {
  return [
    setCookie(request, SESSION_COOKIE, key, SESSION_LIFETIME_MS),
    setCookie(request, CSRF_COOKIE, csrf.generateToken(id), SESSION_LIFETIME_MS),
  ];
}

export function endedChallenge(request: Request): string {
  return setCookie(request, CHALLENGE_COOKIE, '', 0);
}

/** Second page of a sign-in: asks for a code. */
export function presentSecondStep(visitor: Visitor, next: string, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h1>${t('Enter a code')}</h1>
    ${formErrorMessage(errors)} ${codeForm(visitor, next, errors)}
    <p class="hint">
      ${t('No phone at hand? A recovery code works too, once. Without one, ask the operator of this service to reset your second factor.')}
    </p>
    <p class="hint"><a href="${signInPath(next)}">${t('Start again')}</a></p>
  </div>`;
  return page(visitor, { title: t('Enter a code'), next, body, errors });
}

/** Second page of the first sign-in of an account that must enrol. */
export function presentSignInEnrolment(visitor: Visitor, next: string, enrolment: PendingMethod) {
  const body = html`<div class="sheet">
    <h1>${t('Set up a second factor')}</h1>
    <p>${t('The operator of this service requires one for your account.')}</p>
    ${enrolmentSteps(enrolment)} ${codeForm(visitor, next, undefined)}
  </div>`;
  return page(visitor, { title: t('Set up a second factor'), next, body });
}

/** @param cookies of the session that begins with this page */
export function presentFirstRecoveryCodes(
  visitor: Visitor,
  { next, codes, cookies }: { next: string; codes: readonly string[]; cookies: readonly string[] },
) {
  const body = html`<div class="sheet">
    <h1>${t('Your recovery codes')}</h1>
    ${recoveryCodeList(codes)}
    <div class="buttons"><a class="button" href="${next}">${t('I have stored them: continue')}</a></div>
  </div>`;
  return presentHtmlPage({ ...visitor, cookies }, { title: t('Your recovery codes'), body, narrow: true });
}

export function signInPath(next: string): string {
  return `/accounts/login/?next=${encodeURIComponent(next)}`;
}

function codeForm(visitor: Visitor, next: string, errors: FormErrors | undefined): Html {
  return html`<form method="post" action="/accounts/login/mfa/">
    ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
    ${codeField(errors, { hint: t('Six digits, from your authenticator app.') })}
    <div class="buttons"><button>${t('Sign in')}</button></div>
  </form>`;
}

function page(
  visitor: Visitor,
  { title, next, body, errors }: { title: Text; next: string; body: Html; errors?: FormErrors | undefined },
) {
  return presentHtmlPage(visitor, {
    title,
    body,
    narrow: true,
    // As on the first page: an application may get its code through a redirect.
    formTargets: leadsToApplication(next) ? 'any' : [],
    errors,
  });
}
