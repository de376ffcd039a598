import type { PendingMethod } from '../../modules/mfa/mfa-enrolment.service';
import { formErrorMessage } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { codeField, enrolmentSteps, recoveryCodeList } from './mfa-parts';
import { leadsToApplication } from './sign-in.page';

/** Second page of a sign-in: asks for a code. */
export function presentSecondStep(visitor: Visitor, next: string, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h1>Enter a code</h1>
    ${formErrorMessage(errors)} ${codeForm(visitor, next, errors)}
    <p class="hint">
      No phone at hand? A recovery code works too, once. Without one, ask the operator of this service to
      reset your second factor.
    </p>
    <p class="hint"><a href="${signInPath(next)}">Start again</a></p>
  </div>`;
  return page(visitor, { title: 'Enter a code', next, body, errors });
}

/** Second page of the first sign-in of an account that must enrol. */
export function presentSignInEnrolment(visitor: Visitor, next: string, enrolment: PendingMethod) {
  const body = html`<div class="sheet">
    <h1>Set up a second factor</h1>
    <p>The operator of this service requires one for your account.</p>
    ${enrolmentSteps(enrolment)} ${codeForm(visitor, next, undefined)}
  </div>`;
  return page(visitor, { title: 'Set up a second factor', next, body });
}

/** @param cookies of the session that begins with this page */
export function presentFirstRecoveryCodes(
  visitor: Visitor,
  { next, codes, cookies }: { next: string; codes: readonly string[]; cookies: readonly string[] },
) {
  const body = html`<div class="sheet">
    <h1>Your recovery codes</h1>
    ${recoveryCodeList(codes)}
    <div class="buttons"><a class="button" href="${next}">I have stored them: continue</a></div>
  </div>`;
  return presentHtmlPage({ ...visitor, cookies }, { title: 'Your recovery codes', body, narrow: true });
}

export function signInPath(next: string): string {
  return `/accounts/login/?next=${encodeURIComponent(next)}`;
}

function codeForm(visitor: Visitor, next: string, errors: FormErrors | undefined): Html {
  return html`<form method="post" action="/accounts/login/mfa/">
    ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
    ${codeField(errors, { hint: 'Six digits, from your authenticator app.' })}
    <div class="buttons"><button>Sign in</button></div>
  </form>`;
}

function page(
  visitor: Visitor,
  { title, next, body, errors }: { title: string; next: string; body: Html; errors?: FormErrors | undefined },
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
