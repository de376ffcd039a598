import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export const PASSWORD_REQUEST_PATH = '/accounts/password/reset/';

export function presentPasswordRequest(
  visitor: Visitor,
  { isAvailable, username = '', errors }: { isAvailable: boolean; username?: string; errors?: FormErrors },
) {
  const body = html`<div class="sheet">
    <h1>Forgot the password?</h1>
    ${
      isAvailable
        ? html`${formErrorMessage(errors)}
            <form method="post" action="${PASSWORD_REQUEST_PATH}">
              ${csrfField(visitor)}
              ${formField({ name: 'username', label: 'Username or e-mail address', value: username, autocomplete: 'username', autofocus: true }, errors)}
              <div class="buttons"><button>Send a link</button></div>
            </form>`
        : html`<p>This service sends no mail. Ask an administrator for a link to set a new password.</p>`
    }
    <p><a href="/accounts/login/">Sign in</a></p>
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Forgot the password?',
    body,
    narrow: true,
    errors,
  });
}

export function presentPasswordWasRequested(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>Check your mail</h1>
    <p>
      If there is an account with this name or address, a link to set a new password is on its way. It can be
      used once, within 24 hours.
    </p>
    <p class="soft">
      No mail within a few minutes? Check the spam folder, or ask an administrator: the account may have
      another address, or none.
    </p>
    <div class="buttons"><a class="button" href="/accounts/login/">Sign in</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Check your mail', body, narrow: true });
}
