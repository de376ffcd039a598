import type { Confirmation } from '../../modules/account/email-change.service';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { confirmButton } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';

export function presentEmailConfirmation(visitor: Visitor, key: string, { username, email }: Confirmation) {
  const body = html`<div class="sheet">
    <h1>Confirm your e-mail address</h1>
    <p>
      The account <strong dir="auto">${username}</strong> gets the address
      <strong dir="auto">${email}</strong>.
    </p>
    <form method="post" action="/accounts/emails/confirm/${key}/">
      ${csrfField(visitor)}
      <div class="buttons"><button>Confirm the address</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Confirm your e-mail address', body, narrow: true });
}

export function presentEmailWasConfirmed(visitor: Visitor, { username, email }: Confirmation) {
  const body = html`<div class="sheet">
    <h1>The address is confirmed</h1>
    <p>
      The account <strong dir="auto">${username}</strong> has the address <strong dir="auto">${email}</strong>
      now. A note went to the address before, if there was one.
    </p>
    <div class="buttons"><a class="button" href="/account/">Your account</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Address confirmed', body, narrow: true });
}

export function presentUnusableLink(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>The link can’t be used</h1>
    <p>
      It was used already, is older than 24 hours, or was replaced: by a newer change of the address, or of
      the password. Your account page shows which address is in use.
    </p>
    <p>If it isn’t the one that you want, enter the new address there: another link goes to it.</p>
    <div class="buttons"><a class="button" href="/account/">Your account</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Link not valid', body, narrow: true, status: 404 });
}

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
