import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PasswordResetService } from '../../modules/account/password-reset.service';
import { UserService } from '../../modules/account/user.service';
import { UserMfaService } from '../../modules/account/mfa/mfa-enrolment.service';
import { UsageService } from '../../modules/service/usage.service';
import { UserCredentialsService } from '../../modules/account/user-credentials/user-credentials.service';
import {
  type FormErrors,
  handleForm,
  isChecked,
  lineOf,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { checkOf } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type AccountState, accountValues, presentAccount, presentResetLink } from './account.page';
import { accountPath } from './administration-page';

/** One account, for superusers. */
@PageController('administration/users/:username')
export class AccountPageController {
  constructor(
    private readonly users: UserService,
    private readonly resets: PasswordResetService,
    private readonly credentials: UserCredentialsService,
    private readonly usage: UsageService,
    private readonly mfa: UserMfaService,
  ) {}

  @Get()
  @SuperuserOnly()
  async show(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('username') username: string,
    @Query() query: Sent,
  ) {
    return presentAccount(visitor, await this.read(visitor.actor, username), { query });
  }

  @PostForm()
  @SuperuserOnly()
  change(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('username') username: string,
    @Body() body: Sent,
  ) {
    const entered = { email: textOf(body['email']).trim(), isSuperuser: isChecked(body, 'superuser') };
    const check = checkOf<AccountState>(body, accountValues(entered), accountValues);
    return handleForm(
      async () =>
        this.users.change(visitor.actor, username, { ...entered, email: lineOf(body, 'email', 254) }, check),
      {
        done: () => presentRedirect(`${accountPath(username)}?done=saved`),
        invalid: async (errors) =>
          presentAccount(visitor, await this.read(visitor.actor, username), { errors, entered, body }),
      },
    );
  }

  @PostForm('deactivate')
  @SuperuserOnly()
  deactivate(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('username') username: string) {
    return this.handle(visitor, username, 'deactivated', () =>
      this.users.change(visitor.actor, username, { isActive: false }),
    );
  }

  @PostForm('reactivate')
  @SuperuserOnly()
  reactivate(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('username') username: string) {
    return this.handle(visitor, username, 'reactivated', () =>
      this.users.change(visitor.actor, username, { isActive: true }),
    );
  }

  @PostForm('reset-link')
  @SuperuserOnly()
  issueReset(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('username') username: string) {
    return handleForm(() => this.resets.issue(visitor.actor, username, visitor.language), {
      done: (reset) => presentResetLink(visitor, username, reset),
      invalid: (errors) => this.showAgain(visitor, username, errors),
    });
  }

  @PostForm('mfa')
  @SuperuserOnly()
  requireMfa(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('username') username: string,
    @Body() body: Sent,
  ) {
    return this.handle(visitor, username, 'saved', () =>
      this.mfa.change(visitor.actor, username, isChecked(body, 'required')),
    );
  }

  @PostForm('mfa/reset')
  @SuperuserOnly()
  resetMfa(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('username') username: string) {
    return this.handle(visitor, username, 'mfa-reset', () => this.mfa.reset(visitor.actor, username));
  }

  @PostForm('credentials/:credential/revoke')
  @SuperuserOnly()
  async revoke(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Param('credential') uid: string,
  ) {
    await this.credentials.revoke(actor, username, uid);
    return presentRedirect(`${accountPath(username)}?done=revoked`);
  }

  private handle(
    visitor: Visitor<UserActor>,
    username: string,
    done: string,
    action: () => Promise<unknown>,
  ) {
    return handleForm(action, {
      done: () => presentRedirect(`${accountPath(username)}?done=${done}`),
      invalid: (errors) => this.showAgain(visitor, username, errors),
    });
  }

  private async showAgain(visitor: Visitor<UserActor>, username: string, errors: FormErrors) {
    return presentAccount(visitor, await this.read(visitor.actor, username), { errors });
  }

  private async read(actor: UserActor, username: string) {
    const [user, usage, mfa, credentials] = await Promise.all([
      this.users.findManaged(username),
      this.usage.totalOfUser(username),
      this.mfa.status(actor, username),
      this.credentials.list(actor, username, SINGLE_PAGE),
    ]);
    return { user, usage, mfa, credentials: credentials.items };
  }
}
