import { Body, Get, Query } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { readUserSearch } from '../../domain/account/username';
import { PasswordResetService } from '../../modules/account/password-reset.service';
import { UserService } from '../../modules/account/user.service';
import {
  handleForm,
  isChecked,
  lineOf,
  readStart,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentAccountList, presentNewAccount } from './account-list.page';
import { presentResetLink } from './account.page';
import { accountPath } from './administration-page';

const ACCOUNTS_PER_PAGE = 50;
/** Random password that is never shown; the person sets another. */
const RANDOM_PASSWORD_BYTES = 32;

/** Accounts, for superusers. */
@PageController('administration/users')
export class AccountListController {
  constructor(
    private readonly users: UserService,
    private readonly resets: PasswordResetService,
  ) {}

  @Get()
  @SuperuserOnly()
  async list(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    const search = lineOf(query, 'q', 500);
    const window = { start: readStart(query), limit: ACCOUNTS_PER_PAGE };
    const { items, count } = await this.users.list(readUserSearch(search), window);
    return presentAccountList(visitor, { users: items, search, window: { ...window, count } }, query);
  }

  @Get('new')
  @SuperuserOnly()
  form(@CurrentVisitor() visitor: Visitor) {
    return presentNewAccount(visitor, { username: '', email: '', isSuperuser: false });
  }

  /** Without a password, shows a link by which the person sets one. */
  @PostForm('new')
  @SuperuserOnly()
  create(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const form = {
      username: lineOf(body, 'username', 500),
      email: lineOf(body, 'email', 500),
      isSuperuser: isChecked(body, 'superuser'),
    };
    const given = textOf(body['password']);
    const password = given === '' ? randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url') : given;
    return handleForm(() => this.users.create(visitor.actor, { ...form, password }), {
      done: async ({ username }) =>
        given === ''
          ? presentResetLink(visitor, username, await this.issueLink(visitor, username), { isNew: true })
          : presentRedirect(`${accountPath(username)}?done=created`),
      invalid: (errors) => presentNewAccount(visitor, form, errors),
    });
  }

  private issueLink({ actor, language }: Visitor<UserActor>, username: string) {
    return this.resets.issue(actor, username, language);
  }
}
