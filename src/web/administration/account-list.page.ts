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
import { countText } from '../page/format-text';
import type { FormErrors, Sent } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { ACCOUNTS_PATH, accountPath, presentAdministrationPage } from './administration-page';

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

const DONE = { created: 'The account was created.' };

export function presentAccountList(visitor: Visitor, { users, search, window }: AccountList, query: Sent) {
  const body = html`${doneNotice(query, DONE)}
    <div class="buttons"><a class="button" href="${ACCOUNTS_PATH}new/">New account</a></div>
    <form class="search" method="get" action="${ACCOUNTS_PATH}" role="search">
      <div>
        <label for="q">Username or e-mail address</label>
        <input id="q" name="q" type="search" value="${search}" autocapitalize="none" />
      </div>
      <button class="quiet">Search</button>
    </form>
    ${users.length === 0 ? emptyState({ title: 'No accounts', text: 'No account matches.' }) : accountTable(users)}
    ${pager(ACCOUNTS_PATH, search === '' ? {} : { q: search }, window)}`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: 'Accounts', body });
}

export function presentNewAccount(visitor: Visitor, form: NewAccountForm, errors?: FormErrors) {
  const body = html`<form class="sheet" method="post" action="${ACCOUNTS_PATH}new/">
    <h2>New account</h2>
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    ${formField(
      {
        name: 'username',
        label: 'Username',
        value: form.username,
        hint: 'Lower-case letters, digits, - and _; it can’t be changed.',
        autocomplete: 'off',
        autofocus: true,
      },
      errors,
    )}
    ${formField({ name: 'email', label: 'E-mail address', type: 'email', value: form.email, optional: true, autocomplete: 'off' }, errors)}
    ${formField(
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        optional: true,
        hint: 'Empty: the person sets it with a link, which the next page shows.',
        autocomplete: 'new-password',
      },
      errors,
    )}
    ${choiceField('checkbox', {
      name: 'superuser',
      value: 'yes',
      label: 'Superuser: sees and changes everything',
      checked: form.isSuperuser,
    })}
    <div class="buttons">
      <button>Create</button><a class="button quiet" href="${ACCOUNTS_PATH}">Cancel</a>
    </div>
  </form>`;
  return presentAdministrationPage(visitor, ACCOUNTS_PATH, { title: 'New account', body, errors });
}

export function accountBadges({
  isActive,
  isSuperuser,
}: Pick<ManagedUser, 'isActive' | 'isSuperuser'>): Html {
  return html`${isActive ? badge('Active', 'good') : badge('Not active', 'caution')}
  ${isSuperuser && badge('Superuser')}`;
}

function accountTable(users: readonly ManagedUser[]): Html {
  return recordTable({
    caption: 'Accounts',
    columns: ['Account', 'State', figure('Projects and library'), 'Joined', 'Last sign-in'],
    rows: users.map((user) => [
      html`<a class="name" dir="auto" href="${accountPath(user.username)}">${user.username}</a>
        <div class="hint" dir="auto">${user.email}</div>`,
      accountBadges(user),
      countText(user.assetCount),
      timeText(user.dateJoined),
      user.lastLogin === null ? html`<span class="soft">Never</span>` : timeText(user.lastLogin),
    ]),
  });
}
