import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export function presentPasswordReset(visitor: Visitor, key: string, username: string, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h1>Set a new password</h1>
    <p class="soft">For the account <strong dir="auto">${username}</strong>.</p>
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/password/reset/${key}/">
      ${csrfField(visitor)}
      ${formField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', autofocus: true, hint: 'At least 8 characters. A long phrase is easy to remember.' }, errors)}
      ${formField({ name: 'repeated_password', label: 'Repeat the new password', type: 'password', autocomplete: 'new-password' }, errors)}
      <div class="buttons"><button>Set the password</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Set a new password',
    body,
    narrow: true,
    errors,
  });
}

export function presentPasswordWasReset(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>The password is set</h1>
    <p>All sessions and tokens of the account were revoked. Sign in with the new password.</p>
    <div class="buttons"><a class="button" href="/accounts/login/">Sign in</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Password set', body, narrow: true });
}
