import { Body, Get } from '@nestjs/common';
import { CurrentSession, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/browser-session';
import { ClientAddress } from '../../http/url/client-address';
import { MfaEnrolmentService } from '../../modules/mfa/mfa-enrolment.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type Sent, textOf } from '../page/sent-form';
import { issuerOf } from './mfa-parts';
import {
  presentCodeAgain,
  presentEnrolment,
  presentMfaPage,
  presentRecoveryCodes,
  presentWrongConfirmation,
} from './mfa.page';

/** Pages to set up and switch off the second factor. */
@PageController('accounts/mfa')
export class MfaPageController {
  constructor(private readonly enrolment: MfaEnrolmentService) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentMfaPage(visitor, await this.enrolment.status(visitor.actor.id));
  }

  @PostForm('activate')
  @OwnCredentials()
  activate(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return handleForm(() => this.enrolment.begin(visitor.actor, issuerOf(visitor)), {
      done: (pending) => presentEnrolment(visitor, pending),
      invalid: () => presentRedirect('/accounts/mfa/'),
    });
  }

  @PostForm('confirm')
  @OwnCredentials()
  confirm(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const origin = { address, session: session?.id };
    return handleForm(() => this.enrolment.confirm(visitor.actor, textOf(body['code']), origin), {
      done: (codes) => presentRecoveryCodes(visitor, codes),
      invalid: (errors) => presentWrongConfirmation(visitor, errors),
    });
  }

  @PostForm('codes')
  @OwnCredentials()
  regenerate(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(
      () => this.enrolment.regenerateCodes(visitor.actor, textOf(body['code']), { address }),
      {
        done: (codes) => presentRecoveryCodes(visitor, codes),
        invalid: (errors) =>
          presentCodeAgain(visitor, { action: 'codes', button: 'Replace the recovery codes' }, errors),
      },
    );
  }

  @PostForm('deactivate')
  @OwnCredentials()
  deactivate(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(() => this.enrolment.deactivate(visitor.actor, textOf(body['code']), { address }), {
      done: () => presentRedirect('/accounts/mfa/'),
      invalid: (errors) => presentCodeAgain(visitor, { action: 'deactivate', button: 'Switch off' }, errors),
    });
  }
}
