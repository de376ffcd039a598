import type { FormProblem } from '../page/form-answer';
import { formAlarm, formField } from '../page/form-field';
import { html } from '../page/html';
import { formToken, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export function presentPasswordPage(visitor: Visitor, problem?: FormProblem) {
  const body = html`<div class="sheet">
    <h1>Change your password</h1>
    <p class="soft">
      Every other browser that is signed in as you will be signed out. Your API tokens end, and so does the
      access of applications: programs need a new token, and applications ask you again.
    </p>
    ${formAlarm(problem)}
    <form method="post" action="/accounts/password/change/">
      ${formToken(visitor)}
      ${formField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', autofocus: true }, problem)}
      ${formField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 8 characters; a sentence is easier to remember than a riddle.' }, problem)}
      ${formField({ name: 'repeated_password', label: 'New password once more', type: 'password', autocomplete: 'new-password' }, problem)}
      <div class="buttons"><button>Change password</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Change your password',
    body,
    menu: '/accounts/password/change/',
    narrow: true,
    ...(problem !== undefined && { status: problem.status, headers: problem.headers }),
  });
}

export function presentPasswordChanged(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>Your password is changed</h1>
    <p>
      Every other browser has been signed out, and your API tokens and the access of applications have ended.
    </p>
    <div class="buttons"><a class="button" href="/token/">Go on</a></div>
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Password changed',
    body,
    menu: '/accounts/password/change/',
    narrow: true,
  });
}
