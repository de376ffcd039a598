import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentActor, RequiresCsrfToken, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PasswordResetService } from '../../modules/account/password-reset.service';
import { UserService } from '../../modules/account/user.service';
import { UserMfaService } from '../../modules/mfa/user-mfa.service';
import { UsageService } from '../../modules/usage/usage.service';
import { UserCredentialsService } from '../../modules/user-credentials/user-credentials.service';
import { type FormErrors, handleForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { PageController } from '../page/page-controller';
import { isChecked, lineOf, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentAccount, presentResetLink } from './account.page';
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
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
    @Query() query: Sent,
  ) {
    return presentAccount(visitor, await this.read(actor, username), { query });
  }

  @Post()
  @SuperuserOnly()
  @RequiresCsrfToken()
  change(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
    @Body() body: Sent,
  ) {
    return this.handle({ actor, visitor, username }, 'saved', async () =>
      this.users.change(actor, username, {
        email: lineOf(body, 'email', 254),
        isSuperuser: isChecked(body, 'superuser'),
      }),
    );
  }

  @Post('deactivate')
  @SuperuserOnly()
  @RequiresCsrfToken()
  deactivate(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
  ) {
    return this.handle({ actor, visitor, username }, 'deactivated', () =>
      this.users.change(actor, username, { isActive: false }),
    );
  }

  @Post('reactivate')
  @SuperuserOnly()
  @RequiresCsrfToken()
  reactivate(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
  ) {
    return this.handle({ actor, visitor, username }, 'reactivated', () =>
      this.users.change(actor, username, { isActive: true }),
    );
  }

  @Post('reset-link')
  @SuperuserOnly()
  @RequiresCsrfToken()
  issueReset(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
  ) {
    return handleForm(() => this.resets.issue(actor, username), {
      done: (reset) => presentResetLink(visitor, username, reset),
      invalid: (errors) => this.showAgain({ actor, visitor, username }, errors),
    });
  }

  @Post('mfa')
  @SuperuserOnly()
  @RequiresCsrfToken()
  requireMfa(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
    @Body() body: Sent,
  ) {
    return this.handle({ actor, visitor, username }, 'saved', () =>
      this.mfa.change(actor, username, isChecked(body, 'required')),
    );
  }

  @Post('mfa/reset')
  @SuperuserOnly()
  @RequiresCsrfToken()
  resetMfa(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('username') username: string,
  ) {
    return this.handle({ actor, visitor, username }, 'mfa-reset', () => this.mfa.reset(actor, username));
  }

  @Post('credentials/:credential/revoke')
  @SuperuserOnly()
  @RequiresCsrfToken()
  async revoke(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Param('credential') uid: string,
  ) {
    await this.credentials.revoke(actor, username, uid);
    return presentRedirect(`${accountPath(username)}?done=revoked`);
  }

  private handle(caller: Caller, done: string, action: () => Promise<unknown>) {
    return handleForm(action, {
      done: () => presentRedirect(`${accountPath(caller.username)}?done=${done}`),
      invalid: (errors) => this.showAgain(caller, errors),
    });
  }

  private async showAgain({ actor, visitor, username }: Caller, errors: FormErrors) {
    return presentAccount(visitor, await this.read(actor, username), { errors });
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

interface Caller {
  readonly actor: UserActor;
  readonly visitor: Visitor;
  readonly username: string;
}
