import { confirmButton } from '../page/confirm-button';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';

export interface EmailForm {
  /** Address that waits for its confirmation; null if none does. */
  readonly unverifiedEmail: string | null;
  /** Whether the service sends mail. */
  readonly isAvailable: boolean;
  /** Page where superusers change the address without a mail; undefined for others. */
  readonly ownPage?: string | undefined;
  /** As entered before. */
  readonly entered?: string | undefined;
  readonly errors?: FormErrors | undefined;
}

/** Changes the e-mail address, and shows the one that waits for its confirmation. */
export function emailForm(
  visitor: Visitor,
  { unverifiedEmail, isAvailable, ownPage, entered = '', errors }: EmailForm,
): Html {
  return html`<section class="sheet" aria-labelledby="change-email">
    <h2 id="change-email">Change e-mail address</h2>
    ${
      isAvailable
        ? html`${formErrorMessage(errors)}
            <form method="post" action="/account/email/">
              ${csrfField(visitor)}
              ${formField({ name: 'email', label: 'New e-mail address', type: 'email', value: entered, autocomplete: 'email', hint: 'A link to confirm it goes to this address.' }, errors)}
              <div class="buttons"><button>Send the link</button></div>
            </form>`
        : html`<p class="soft">
            This service sends no mail.
            ${ownPage === undefined ? 'Ask an administrator to change your address.' : html`<a href="${ownPage}">Change the address</a> in the administration.`}
          </p>`
    }
    ${unverifiedEmail !== null && pendingEmail(visitor, unverifiedEmail)}
  </section>`;
}

function pendingEmail(visitor: Visitor, unverifiedEmail: string): Html {
  return html`<p>
      Waiting for confirmation: <strong dir="auto">${unverifiedEmail}</strong>. Open the link in the mail to
      this address within 24 hours. Until then your present address stays in use.
    </p>
    <div class="buttons">
      ${confirmButton(visitor, '/account/email/delete/', {
        label: 'Drop',
        subject: unverifiedEmail,
        consequence: 'The link in the mail stops working. Your present address stays.',
      })}
    </div>`;
}
