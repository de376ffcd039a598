import { Body, Get, Param } from '@nestjs/common';
import { CurrentActor, CurrentSession, OwnCredentials, Public } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/credential';
import { ClientAddress } from '../../http/negotiation/request';
import { EmailChangeService } from '../../modules/account/email-change.service';
import { ProfileService } from '../../modules/account/profile.service';
import { handleForm, lineOf, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentProfile } from './profile.controller';
import { presentEmailConfirmation, presentEmailWasConfirmed, presentUnusableLink } from './email.page';

/** Changes the e-mail address of the visitor. */
@PageController('account/email')
export class EmailPageController {
  constructor(
    private readonly changes: EmailChangeService,
    private readonly profiles: ProfileService,
  ) {}

  @PostForm()
  @OwnCredentials()
  change(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const currentPassword = textOf(body['current_password']) || undefined;
    const request = async () =>
      this.changes.request(
        visitor.actor,
        { email: lineOf(body, 'email'), currentPassword },
        { session, address, language: visitor.language },
      );
    return handleForm(request, {
      done: () => presentRedirect('/account/?done=mailed'),
      invalid: async (errors) =>
        presentProfile(visitor, await this.profiles.show(visitor.actor), {
          sendsMail: this.changes.isAvailable,
          asksPassword: this.changes.needsPassword(visitor.actor, session),
          email: { entered: textOf(body['email']), errors },
        }),
    });
  }

  @PostForm('delete')
  @OwnCredentials()
  async drop(@CurrentActor() actor: UserActor) {
    await this.changes.drop(actor);
    return presentRedirect('/account/?done=dropped');
  }
}

/** Confirms an e-mail address by the link in a mail. Opening it changes nothing: mail scanners open links too. */
@PageController('accounts/emails/confirm/:key')
export class EmailConfirmationPageController {
  constructor(private readonly changes: EmailChangeService) {}

  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor, @Param('key') key: string) {
    return handleForm(() => this.changes.findConfirmation(key), {
      done: (confirmation) => presentEmailConfirmation(visitor, key, confirmation),
      invalid: () => presentUnusableLink(visitor),
    });
  }

  @PostForm()
  @Public()
  confirm(@CurrentVisitor() visitor: Visitor, @Param('key') key: string) {
    return handleForm(() => this.changes.confirm(key), {
      done: (confirmation) => presentEmailWasConfirmed(visitor, confirmation),
      invalid: () => presentUnusableLink(visitor),
    });
  }
}
