import type { Confirmation } from '../../modules/account/email-change.service';
import { html, type Html, richText } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { confirmButton } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { t } from '../../language/message';

export function presentEmailConfirmation(visitor: Visitor, key: string, { username, email }: Confirmation) {
  const body = html`<div class="sheet">
    <h1>${t('Confirm your e-mail address')}</h1>
    <p>
      ${richText('The account <strong>{username}</strong> gets the address <strong>{email}</strong>.', { strong: (text) => html`<strong dir="auto">${text}</strong>` }, { username, email })}
    </p>
    <form method="post" action="/accounts/emails/confirm/${key}/">
      ${csrfField(visitor)}
      <div class="buttons"><button>${t('Confirm the address')}</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Confirm your e-mail address'), body, narrow: true });
}

export function presentEmailWasConfirmed(visitor: Visitor, { username, email }: Confirmation) {
  const body = html`<div class="sheet">
    <h1>${t('The address is confirmed')}</h1>
    <p>
      ${richText('The account <strong>{username}</strong> has the address <strong>{email}</strong> now. A note went to the address before, if there was one.', { strong: (text) => html`<strong dir="auto">${text}</strong>` }, { username, email })}
    </p>
    <div class="buttons"><a class="button" href="/account/">${t('Your account')}</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Address confirmed'), body, narrow: true });
}

export function presentUnusableLink(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>${t('The link can’t be used')}</h1>
    <p>
      ${t('It was used already, is older than 24 hours, or was replaced: by a newer change of the address, or of the password. Your account page shows which address is in use.')}
    </p>
    <p>${t('If it isn’t the one that you want, enter the new address there: another link goes to it.')}</p>
    <div class="buttons"><a class="button" href="/account/">${t('Your account')}</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Link not valid'), body, narrow: true, status: 404 });
}

export interface EmailForm {
  /** Address that waits for its confirmation; null if none does. */
  readonly unverifiedEmail: string | null;
  /** Whether the service sends mail. */
  readonly isAvailable: boolean;
  /** Whether the person has not just signed in. */
  readonly asksPassword: boolean;
  /** Page where superusers change the address without a mail; undefined for others. */
  readonly ownPage?: string | undefined;
  /** As entered before. */
  readonly entered?: string | undefined;
  readonly errors?: FormErrors | undefined;
}

/** Changes the e-mail address, and shows the one that waits for its confirmation. */
export function emailForm(
  visitor: Visitor,
  { unverifiedEmail, isAvailable, asksPassword, ownPage, entered = '', errors }: EmailForm,
): Html {
  return html`<section class="sheet" aria-labelledby="change-email">
    <h2 id="change-email">${t('Change e-mail address')}</h2>
    ${
      isAvailable
        ? html`${formErrorMessage(errors)}
            <form method="post" action="/account/email/">
              ${csrfField(visitor)}
              ${formField({ name: 'email', label: t('New e-mail address'), type: 'email', value: entered, autocomplete: 'email', hint: t('A link to confirm it goes to this address.') }, errors)}
              ${asksPassword && formField({ name: 'current_password', label: t('Current password'), type: 'password', autocomplete: 'current-password' }, errors)}
              <div class="buttons"><button>${t('Send the link')}</button></div>
            </form>`
        : html`<p class="soft">
            ${
              ownPage === undefined
                ? t('This service sends no mail. Ask an administrator to change your address.')
                : richText('This service sends no mail. <a>Change the address</a> in the administration.', {
                    a: (text) => html`<a href="${ownPage}">${text}</a>`,
                  })
            }
          </p>`
    }
    ${unverifiedEmail !== null && pendingEmail(visitor, unverifiedEmail)}
  </section>`;
}

function pendingEmail(visitor: Visitor, unverifiedEmail: string): Html {
  return html`<p>
      ${richText('Waiting for confirmation: <strong>{unverifiedEmail}</strong>. Open the link in the mail to this address within 24 hours. Until then your present address stays in use.', { strong: (text) => html`<strong dir="auto">${text}</strong>` }, { unverifiedEmail })}
    </p>
    <div class="buttons">
      ${confirmButton(visitor, '/account/email/delete/', {
        label: t('Drop'),
        subject: unverifiedEmail,
        consequence: t('The link in the mail stops working. Your present address stays.'),
      })}
    </div>`;
}
