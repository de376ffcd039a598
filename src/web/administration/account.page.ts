import type { UserCredential } from '../../domain/account/credential';
import type { PasswordReset } from '../../modules/account/password-reset.service';
import type { ManagedUser } from '../../modules/account/user.service';
import type { MfaStatus } from '../../modules/account/mfa/mfa-enrolment.service';
import type { ServiceUsage, UserQuota } from '../../modules/service/usage.service';
import { confirmButton, doneNotice, postButton, timeText } from '../page/components';
import { credentialTable } from '../account/account-page';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { bytesText, countText } from '../../language/format';
import type { FormOutcome, Sent } from '../page/handle-form';
import { csrfField } from '../page/page';
import { type FormValues, saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { accountBadges } from './account-list.page';
import { accountPath, ACCOUNTS_PATH, presentAdministrationPage } from './administration-page';
import { type Text, t } from '../../language/message';

export interface ManagedAccount {
  readonly user: ManagedUser;
  readonly usage: ServiceUsage;
  readonly mfa: MfaStatus;
  readonly credentials: readonly UserCredential[];
}

const doneTexts = () => ({
  created: t('The account was created.'),
  saved: t('The account was saved.'),
  deactivated: t('The account was deactivated, and all its sessions and tokens were revoked.'),
  reactivated: t('The account is active again. The password is the same as before.'),
  'mfa-reset': t('The second factor was reset. The person can set up another.'),
  revoked: t('The credential was revoked.'),
});

export type AccountState = Pick<ManagedUser, 'email' | 'isSuperuser'>;

/** Values that people read. */
export function accountValues({ email, isSuperuser }: AccountState): FormValues {
  return [
    [t('E-mail address'), email],
    [t('Superuser'), isSuperuser ? t('Yes') : t('No')],
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
  const body = html`${doneNotice(query, doneTexts())} ${formErrorMessage(errors)}
    <div class="columns halves">
      <section class="sheet">
        <h2 dir="auto">${username}</h2>
        <p>${accountBadges(user)}</p>
        <dl>
          <dt>${t('Joined')}</dt>
          <dd>${timeText(user.dateJoined)}</dd>
          <dt>${t('Last sign-in')}</dt>
          <dd>${user.lastLogin === null ? t('Never') : timeText(user.lastLogin)}</dd>
          <dt>${t('Projects and library')}</dt>
          <dd>${countText(user.assetCount)}</dd>
          <dt>${t('Submissions')}</dt>
          <dd>
            ${t('{allTime}, this month {currentPeriod}', { allTime: countText(usage.allTime), currentPeriod: countText(usage.currentPeriod) })}
          </dd>
          ${quotaEntry(t('Limit of submissions'), usage.quotas?.submissions, countText)}
          <dt>${t('Files')}</dt>
          <dd>${bytesText(usage.storageBytes)}</dd>
          ${quotaEntry(t('Limit of files'), usage.quotas?.bytes, bytesText)}
        </dl>
        <div class="buttons">${accessButtons(visitor, user)}</div>
      </section>
      <form class="sheet" method="post" action="${accountPath(username)}">
        <h2>${t('Account')}</h2>
        ${csrfField(visitor)} ${stateField(states.stored, refusal, sent)} ${staleValues(refusal, states)}
        ${formField({ name: 'email', label: t('E-mail address'), type: 'email', value: email, optional: true, autocomplete: 'off' }, errors)}
        ${choiceField('checkbox', { name: 'superuser', value: 'yes', label: t('Superuser: sees and changes everything'), checked: isSuperuser })}
        <div class="buttons"><button>${saveLabel(refusal)}</button></div>
      </form>
    </div>
    ${mfaSection(visitor, username, mfa)}
    <section aria-labelledby="credentials">
      <h2 id="credentials">${t('Sessions, tokens and applications')}</h2>
      ${credentialTable(visitor, credentials, (uid) => accountPath(username, `credentials/${uid}/revoke/`))}
    </section>
    <p><a href="${ACCOUNTS_PATH}">${t('All accounts')}</a></p>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: username, body, errors });
}

/** Use of a limit of the operator, if there is one. */
function quotaEntry(
  label: Text,
  { limit, used }: Partial<UserQuota> = {},
  amountText: typeof countText | typeof bytesText,
): Html | false {
  if (limit === undefined || used === undefined) return false;
  return html`<dt>${label}</dt>
    <dd>${t('{done} of {total}', { done: amountText(used), total: amountText(limit) })}</dd>`;
}

/** The only page that shows a reset link. */
export function presentResetLink(
  visitor: Visitor,
  username: string,
  { key, expires, mailedTo }: PasswordReset,
  { isNew = false } = {},
) {
  const body = html`${isNew && doneNotice({ done: 'created' }, doneTexts())}
    <section class="sheet">
      <h2 dir="auto">${t('Link to set the password of {username}', { username })}</h2>
      <p class="notice">
        ${
          mailedTo === null
            ? t('This link is shown only once. Copy it and send it to the person, by a safe way.')
            : richText(
                'A link is on its way to <bdi>{mailedTo}</bdi>. You can also copy this one, which is shown only once.',
                { bdi: (text) => html`<bdi>${text}</bdi>` },
                { mailedTo },
              )
        }
      </p>
      <code class="secret" id="link">${visitor.origin}/accounts/password/reset/${key}/</code>
      <p class="hint" id="copy-status" role="status"></p>
      <p class="soft">
        ${richText('It can be used once, until {expires}. A new password revokes all sessions and tokens of the account; all links that were made or mailed before stop working.', {}, { expires: timeText(expires) })}
      </p>
      <div class="buttons">
        <button type="button" data-copy="link" data-status="copy-status" hidden>${t('Copy the link')}</button>
        <a class="button quiet" href="${accountPath(username)}">${t('Back to the account')}</a>
      </div>
    </section>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, {
    title: t('Password reset link'),
    body,
    status: 201,
  });
}

function accessButtons(visitor: Visitor, { username, isActive }: ManagedUser): Html {
  if (!isActive) {
    return postButton(visitor, accountPath(username, 'reactivate/'), { label: t('Reactivate') });
  }
  return html`${postButton(visitor, accountPath(username, 'reset-link/'), {
    label: t('Make a password reset link'),
    style: 'quiet',
  })}
  ${confirmButton(visitor, accountPath(username, 'deactivate/'), {
    label: t('Deactivate'),
    subject: username,
    consequence: t(
      'Its sessions and tokens end, and its projects take no submissions. Projects and data are kept; reactivating brings them back.',
    ),
  })}`;
}

function mfaSection(visitor: Visitor, username: string, { method, isRequired }: MfaStatus): Html {
  return html`<section class="sheet" aria-labelledby="mfa">
    <h2 id="mfa">${t('Second factor')}</h2>
    <p>${method?.isActive === true ? t('It is set up.') : t('It is not set up.')}</p>
    <form method="post" action="${accountPath(username, 'mfa/')}">
      ${csrfField(visitor)}
      ${choiceField('checkbox', {
        name: 'required',
        value: 'yes',
        label: t('Required: sessions that were started without it end'),
        checked: isRequired,
      })}
      <div class="buttons"><button class="quiet">${t('Save second factor')}</button></div>
    </form>
    ${
      method?.isActive === true &&
      confirmButton(visitor, accountPath(username, 'mfa/reset/'), {
        label: t('Reset the second factor'),
        consequence: t('Deletes the key and the recovery codes, after the person lost the device.'),
      })
    }
  </section>`;
}
