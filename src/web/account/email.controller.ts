import { Body } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { EmailChangeService } from '../../modules/account/email-change.service';
import { ProfileService } from '../../modules/account/profile.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { lineOf, type Sent, textOf } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentProfile } from './profile.page';

/** Changes the e-mail address of the visitor. */
@PageController('account/email')
export class EmailPageController {
  constructor(
    private readonly changes: EmailChangeService,
    private readonly profiles: ProfileService,
  ) {}

  @PostForm()
  @OwnCredentials()
  change(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return handleForm(async () => this.changes.request(visitor.actor, lineOf(body, 'email')), {
      done: () => presentRedirect('/account/?done=mailed'),
      invalid: async (errors) =>
        presentProfile(visitor, await this.profiles.show(visitor.actor), {
          sendsMail: this.changes.isAvailable,
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
