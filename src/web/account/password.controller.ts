import { Body, Get, Post } from '@nestjs/common';
import { CurrentSession, FromForm, OwnCredentials } from '../../authorization/policy';
import { ClientAddress } from '../../http/url/client-address';
import type { KnownSession } from '../../domain/account/known-session';
import { SessionService } from '../../modules/session/session.service';
import { answerForm } from '../page/form-answer';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
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

  @Post()
  @OwnCredentials()
  @FromForm()
  change(
    @CurrentVisitor() visitor: Visitor,
    @CurrentSession() session: KnownSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return answerForm(async () => this.sessions.changePassword(session, readPasswordForm(body), address), {
      done: () => presentPasswordChanged(visitor),
      again: (problem) => presentPasswordPage(visitor, problem),
    });
  }
}
