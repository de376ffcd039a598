import { Get, Param } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { AuthorizationService } from '../../modules/oauth/authorization.service';
import { SINGLE_PAGE, presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentAuthorizedPage } from './authorized.page';

@PageController('o/authorized_tokens')
export class AuthorizedPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  async list(@CurrentVisitor() visitor: Visitor<UserActor>) {
    const { items } = await this.authorizations.listAuthorized(visitor.actor, SINGLE_PAGE);
    return presentAuthorizedPage(visitor, items);
  }

  @PostForm(':client/delete')
  @OwnCredentials()
  async revoke(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    await this.authorizations.revoke(actor, clientId);
    return presentRedirect('/o/authorized_tokens/');
  }
}
