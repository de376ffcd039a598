import type { Confirmation } from '../../modules/account/email-change.service';
import { html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

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
