import { Get } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService } from '../../modules/credential/credential.service';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentTokenPage } from './token.page';

@PageController('accounts/token')
export class TokenPageController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentTokenPage(visitor, await this.credentials.defaultToken(visitor.actor.id, visitor.actor));
  }

  /** Revokes the token; the page that follows issues a new one. */
  @PostForm('renew')
  @OwnCredentials()
  async renew(@CurrentActor() actor: UserActor) {
    await this.credentials.revokeDefaultToken(actor.id, actor);
    return presentRedirect('/token/');
  }
}
