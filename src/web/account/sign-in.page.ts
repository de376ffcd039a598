import type { FormErrors } from '../page/handle-form';
import { formErrorMessage, formField } from '../page/form-field';
import { html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import { PASSWORD_REQUEST_PATH } from './password-request.page';
import type { Visitor } from '../page/visitor';

export interface SignInForm {
  readonly username: string;
  /** Local path to open after signing in. */
  readonly next: string;
}

export const DEFAULT_NEXT_PATH = '/';

export function presentSignIn(
  visitor: Visitor,
  { username, next }: SignInForm,
  { sendsMail, errors }: { sendsMail: boolean; errors?: FormErrors },
) {
  const body = html`<div class="sheet">
    <h1>Sign in</h1>
    ${
      leadsToApplication(next) &&
      html`<p class="soft">An application requests access to your account. Sign in to review the request.</p>`
    }
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/login/">
      ${csrfField(visitor)}
      <input type="hidden" name="next" value="${next}" />
      ${formField({ name: 'username', label: 'Username', value: username, autocomplete: 'username', autofocus: username === '' }, errors)}
      ${formField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: username !== '' }, errors)}
      <div class="buttons"><button>Sign in</button></div>
    </form>
    ${sendsMail && html`<p><a href="${PASSWORD_REQUEST_PATH}">Forgot the password?</a></p>`}
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Sign in',
    body,
    narrow: true,
    // An application with earlier consent gets its code through a redirect, without another page.
    formTargets: leadsToApplication(next) ? 'any' : [],
    errors,
  });
}

export function presentSignOut(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>Sign out</h1>
    <p>You will need your password to sign in again. API tokens and applications keep working.</p>
    <form method="post" action="/accounts/logout/">
      ${csrfField(visitor)}
      <div class="buttons"><button>Sign out</button><a class="button quiet" href="/projects/">Cancel</a></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Sign out', body, narrow: true });
}

export function leadsToApplication(next: string): boolean {
  return /^\/o\/authorize\b/.test(next);
}
