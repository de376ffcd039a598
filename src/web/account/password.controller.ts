import { Body, Get } from '@nestjs/common';
import { CurrentSession, OwnCredentials } from '../../authorization/policy';
import { ClientAddress } from '../../http/url/client-address';
import type { BrowserSession } from '../../domain/account/browser-session';
import { SessionService } from '../../modules/session/session.service';
import { handleForm } from '../page/handle-form';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { readPasswordForm } from './password-form';
import { presentPasswordChanged, presentPasswordPage } from './password.page';

@PageController('accounts/password/change')
export class PasswordController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @OwnCredentials()
  show(@CurrentVisitor() visitor: Visitor) {
    return presentPasswordPage(visitor);
  }

  @PostForm()
  @OwnCredentials()
  change(
    @CurrentVisitor() visitor: Visitor,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(async () => this.sessions.changePassword(session, readPasswordForm(body), address), {
      done: () => presentPasswordChanged(visitor),
      invalid: (errors) => presentPasswordPage(visitor, errors),
    });
  }
}
