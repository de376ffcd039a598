import type { ManagedUser } from '../../modules/account/user.service';
import {
  badge,
  doneNotice,
  emptyState,
  pager,
  recordTable,
  timeText,
  figure,
  type CountedWindow,
} from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { countText } from '../../language/format';
import type { FormErrors, Sent } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { ACCOUNTS_PATH, accountPath, presentAdministrationPage } from './administration-page';
import { t } from '../../language/message';

export interface AccountList {
  readonly users: readonly ManagedUser[];
  readonly search: string;
  readonly window: CountedWindow;
}

export interface NewAccountForm {
  readonly username: string;
  readonly email: string;
  readonly isSuperuser: boolean;
}

const doneTexts = () => ({ created: t('The account was created.') });

export function presentAccountList(visitor: Visitor, { users, search, window }: AccountList, query: Sent) {
  const body = html`${doneNotice(query, doneTexts())}
    <div class="buttons"><a class="button" href="${ACCOUNTS_PATH}new/">${t('New account')}</a></div>
    <form class="search" method="get" action="${ACCOUNTS_PATH}" role="search">
      <div>
        <label for="q">${t('Username or e-mail address')}</label>
        <input id="q" name="q" type="search" value="${search}" autocapitalize="none" />
      </div>
      <button class="quiet">${t('Search')}</button>
    </form>
    ${users.length === 0 ? emptyState({ title: t('No accounts'), text: t('No account matches.') }) : accountTable(users)}
    ${pager(ACCOUNTS_PATH, search === '' ? {} : { q: search }, window)}`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: t('Accounts'), body });
}

export function presentNewAccount(visitor: Visitor, form: NewAccountForm, errors?: FormErrors) {
  const body = html`<form class="sheet" method="post" action="${ACCOUNTS_PATH}new/">
    <h2>${t('New account')}</h2>
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    ${formField(
      {
        name: 'username',
        label: t('Username'),
        value: form.username,
        hint: t('Lower-case letters, digits, - and _; it can’t be changed.'),
        autocomplete: 'off',
        autofocus: true,
      },
      errors,
    )}
    ${formField({ name: 'email', label: t('E-mail address'), type: 'email', value: form.email, optional: true, autocomplete: 'off' }, errors)}
    ${formField(
      {
        name: 'password',
        label: t('Password'),
        type: 'password',
        optional: true,
        hint: t('Empty: the person sets it with a link, which the next page shows.'),
        autocomplete: 'new-password',
      },
      errors,
    )}
    ${choiceField('checkbox', {
      name: 'superuser',
      value: 'yes',
      label: t('Superuser: sees and changes everything'),
      checked: form.isSuperuser,
    })}
    <div class="buttons">
      <button>${t('Create')}</button><a class="button quiet" href="${ACCOUNTS_PATH}">${t('Cancel')}</a>
    </div>
  </form>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: t('New account'), body, errors });
}

export function accountBadges({
  isActive,
  isSuperuser,
}: Pick<ManagedUser, 'isActive' | 'isSuperuser'>): Html {
  return html`${isActive ? badge(t('Active'), 'good') : badge(t('Not active'), 'caution')}
  ${isSuperuser && badge(t('Superuser'))}`;
}

function accountTable(users: readonly ManagedUser[]): Html {
  return recordTable({
    caption: t('Accounts'),
    columns: [t('Account'), t('State'), figure(t('Projects and library')), t('Joined'), t('Last sign-in')],
    rows: users.map((user) => [
      html`<a class="name" dir="auto" href="${accountPath(user.username)}">${user.username}</a>
        <div class="hint" dir="auto">${user.email}</div>`,
      accountBadges(user),
      countText(user.assetCount),
      timeText(user.dateJoined),
      user.lastLogin === null ? html`<span class="soft">${t('Never')}</span>` : timeText(user.lastLogin),
    ]),
  });
}
