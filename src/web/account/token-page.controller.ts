import { Get, Post } from '@nestjs/common';
import { CurrentActor, FromForm, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService } from '../../modules/credential/credential.service';
import { presentRedirect } from '../page/page';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentTokenPage } from './token.page';

/** What a browser gets at `/token/`. */
@PageController('accounts/token')
export class TokenPageController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: UserActor) {
    return presentTokenPage(visitor, await this.credentials.defaultToken(actor.id, actor));
  }

  /** The page that follows asks for the token, which makes another. */
  @Post('renew')
  @OwnCredentials()
  @FromForm()
  async renew(@CurrentActor() actor: UserActor) {
    await this.credentials.revokeDefaultToken(actor.id, actor);
    return presentRedirect('/token/');
  }
}
