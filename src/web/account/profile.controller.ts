import { Body, Get, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { ClientAddress } from '../../http/url/client-address';
import { EmailChangeService } from '../../modules/account/email-change.service';
import { ProfileService, type ProfileState } from '../../modules/account/profile.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { lineOf, type Sent } from '../page/sent-form';
import { checkOf } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { enteredProfile, presentProfile, profileValues } from './profile.page';

/** Profile of the visitor. */
@PageController('account')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly emails: EmailChangeService,
  ) {}

  @Get()
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const sendsMail = this.emails.isAvailable;
    return presentProfile(visitor, await this.profiles.show(visitor.actor), { sendsMail, query });
  }

  @PostForm('profile')
  @SignedIn()
  change(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const entered = enteredProfile(body);
    const check = checkOf<ProfileState>(body, profileValues(entered), profileValues);
    return handleForm(
      async () =>
        this.profiles.change(
          visitor.actor,
          {
            firstName: lineOf(body, 'first_name', 150),
            lastName: lineOf(body, 'last_name', 150),
            extraDetails: {
              organization: lineOf(body, 'organization', 255),
              city: lineOf(body, 'city', 255),
            },
          },
          { address },
          check,
        ),
      {
        done: () => presentRedirect('/account/?done=saved'),
        invalid: async (errors) =>
          presentProfile(visitor, await this.profiles.show(visitor.actor), {
            sendsMail: this.emails.isAvailable,
            errors,
            entered,
            body,
          }),
      },
    );
  }
}
