import { Body, Get, Param } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { PasswordResetService } from '../../modules/account/password-reset.service';
import { handleForm } from '../page/handle-form';
import { PageController, PostForm } from '../page/page-controller';
import type { Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { readNewPassword } from './password-form';
import { presentPasswordReset, presentPasswordWasReset } from './password-reset.page';

/** Sets a new password by a link that an administrator made. */
@PageController('accounts/password/reset/:key')
export class PasswordResetPageController {
  constructor(private readonly resets: PasswordResetService) {}

  @Get()
  @Public()
  async show(@CurrentVisitor() visitor: Visitor, @Param('key') key: string) {
    return presentPasswordReset(visitor, key, await this.resets.usernameOf(key));
  }

  @PostForm()
  @Public()
  async complete(@CurrentVisitor() visitor: Visitor, @Param('key') key: string, @Body() body: Sent) {
    const username = await this.resets.usernameOf(key);
    return handleForm(async () => this.resets.complete(key, readNewPassword(body)), {
      done: () => presentPasswordWasReset(visitor),
      invalid: (errors) => presentPasswordReset(visitor, key, username, errors),
    });
  }
}
