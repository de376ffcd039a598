import type { UserCredential } from '../../domain/account/credential';
import type { PasswordReset } from '../../modules/account/password-reset.service';
import type { ManagedUser } from '../../modules/account/user.service';
import type { MfaStatus } from '../../modules/account/mfa/mfa-enrolment.service';
import type { ServiceUsage } from '../../modules/service/usage.service';
import { confirmButton, doneNotice, postButton, timeText } from '../page/components';
import { credentialTable } from '../account/account-page';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { bytesText, countText } from '../page/format-text';
import type { FormOutcome, Sent } from '../page/handle-form';
import { csrfField } from '../page/page';
import { type FormValues, saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { accountBadges } from './account-list.page';
import { accountPath, ACCOUNTS_PATH, presentAdministrationPage } from './administration-page';

export interface ManagedAccount {
  readonly user: ManagedUser;
  readonly usage: ServiceUsage;
  readonly mfa: MfaStatus;
  readonly credentials: readonly UserCredential[];
}

const DONE = {
  created: 'The account was created.',
  saved: 'The account was saved.',
  deactivated: 'The account was deactivated, and all its sessions and tokens were revoked.',
  reactivated: 'The account is active again. The password is the same as before.',
  'mfa-reset': 'The second factor was reset. The person can set up another.',
  revoked: 'The credential was revoked.',
};

export type AccountState = Pick<ManagedUser, 'email' | 'isSuperuser'>;

/** Values that people read. */
export function accountValues({ email, isSuperuser }: AccountState): FormValues {
  return [
    ['E-mail address', email],
    ['Superuser', isSuperuser ? 'Yes' : 'No'],
  ];
}

interface AccountOutcome extends FormOutcome {
  /** Of a refused form. */
  readonly entered?: AccountState;
  readonly body?: Sent;
}

export function presentAccount(
  visitor: Visitor,
  { user, usage, mfa, credentials }: ManagedAccount,
  { query, errors, entered, body: sent }: AccountOutcome,
) {
  const { username } = user;
  const { email, isSuperuser } = entered ?? user;
  const states = { stored: accountValues(user), entered: accountValues({ email, isSuperuser }) };
  const refusal = entered === undefined ? undefined : errors;
  const body = html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
    <div class="columns halves">
      <section class="sheet">
        <h2 dir="auto">${username}</h2>
        <p>${accountBadges(user)}</p>
        <dl>
          <dt>Joined</dt>
          <dd>${timeText(user.dateJoined)}</dd>
          <dt>Last sign-in</dt>
          <dd>${user.lastLogin === null ? 'Never' : timeText(user.lastLogin)}</dd>
          <dt>Projects and library</dt>
          <dd>${countText(user.assetCount)}</dd>
          <dt>Submissions</dt>
          <dd>${countText(usage.allTime)}, this month ${countText(usage.currentPeriod)}</dd>
          <dt>Files</dt>
          <dd>${bytesText(usage.storageBytes)}</dd>
        </dl>
        <div class="buttons">${accessButtons(visitor, user)}</div>
      </section>
      <form class="sheet" method="post" action="${accountPath(username)}">
        <h2>Account</h2>
        ${csrfField(visitor)} ${stateField(states.stored, refusal, sent)} ${staleValues(refusal, states)}
        ${formField({ name: 'email', label: 'E-mail address', type: 'email', value: email, optional: true, autocomplete: 'off' }, errors)}
        ${choiceField('checkbox', { name: 'superuser', value: 'yes', label: 'Superuser: sees and changes everything', checked: isSuperuser })}
        <div class="buttons"><button>${saveLabel(refusal)}</button></div>
      </form>
    </div>
    ${mfaSection(visitor, username, mfa)}
    <section aria-labelledby="credentials">
      <h2 id="credentials">Sessions, tokens and applications</h2>
      ${credentialTable(visitor, credentials, (uid) => accountPath(username, `credentials/${uid}/revoke/`))}
    </section>
    <p><a href="${ACCOUNTS_PATH}">All accounts</a></p>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: username, body, errors });
}

/** The only page that shows a reset link. */
export function presentResetLink(
  visitor: Visitor,
  username: string,
  { key, expires, mailedTo }: PasswordReset,
  { isNew = false } = {},
) {
  const body = html`${isNew && doneNotice({ done: 'created' }, DONE)}
    <section class="sheet">
      <h2 dir="auto">Link to set the password of ${username}</h2>
      <p class="notice">
        ${
          mailedTo === null
            ? 'This link is shown only once. Copy it and send it to the person, by a safe way.'
            : html`A link is on its way to <bdi>${mailedTo}</bdi>. You can also copy this one, which is shown
                only once.`
        }
      </p>
      <code class="secret" id="link">${visitor.origin}/accounts/password/reset/${key}/</code>
      <p class="hint" id="copy-status" role="status"></p>
      <p class="soft">
        It can be used once, until ${timeText(expires)}. A new password revokes all sessions and tokens of the
        account; all links that were made or mailed before stop working.
      </p>
      <div class="buttons">
        <button type="button" data-copy="link" data-status="copy-status" hidden>Copy the link</button>
        <a class="button quiet" href="${accountPath(username)}">Back to the account</a>
      </div>
    </section>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, {
    title: 'Password reset link',
    body,
    status: 201,
  });
}

function accessButtons(visitor: Visitor, { username, isActive }: ManagedUser): Html {
  if (!isActive) {
    return postButton(visitor, accountPath(username, 'reactivate/'), { label: 'Reactivate' });
  }
  return html`${postButton(visitor, accountPath(username, 'reset-link/'), {
    label: 'Make a password reset link',
    style: 'quiet',
  })}
  ${confirmButton(visitor, accountPath(username, 'deactivate/'), {
    label: 'Deactivate',
    subject: username,
    consequence:
      'Its sessions and tokens end, and its projects take no submissions. Projects and data are kept; reactivating brings them back.',
  })}`;
}

function mfaSection(visitor: Visitor, username: string, { method, isRequired }: MfaStatus): Html {
  return html`<section class="sheet" aria-labelledby="mfa">
    <h2 id="mfa">Second factor</h2>
    <p>${method?.isActive === true ? 'It is set up.' : 'It is not set up.'}</p>
    <form method="post" action="${accountPath(username, 'mfa/')}">
      ${csrfField(visitor)}
      ${choiceField('checkbox', {
        name: 'required',
        value: 'yes',
        label: 'Required: sessions that were started without it end',
        checked: isRequired,
      })}
      <div class="buttons"><button class="quiet">Save second factor</button></div>
    </form>
    ${
      method?.isActive === true &&
      confirmButton(visitor, accountPath(username, 'mfa/reset/'), {
        label: 'Reset the second factor',
        consequence: 'Deletes the key and the recovery codes, after the person lost the device.',
      })
    }
  </section>`;
}
