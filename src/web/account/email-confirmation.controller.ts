import { Get, Param } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { EmailChangeService } from '../../modules/account/email-change.service';
import { handleForm } from '../page/handle-form';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentEmailConfirmation, presentEmailWasConfirmed, presentUnusableLink } from './email.page';

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
