import { Get, Param, Post } from '@nestjs/common';
import { CurrentActor, FromForm, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { AuthorizationService } from '../../modules/oauth/authorization.service';
import { ON_ONE_PAGE, presentRedirect } from '../page/page';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentAuthorizedPage } from './authorized.page';

@PageController('o/authorized_tokens')
export class AuthorizedPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  async list(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: UserActor) {
    const { items } = await this.authorizations.listAuthorized(actor, ON_ONE_PAGE);
    return presentAuthorizedPage(visitor, items);
  }

  @Post(':client/delete')
  @OwnCredentials()
  @FromForm()
  async withdraw(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    await this.authorizations.withdraw(actor, clientId);
    return presentRedirect('/o/authorized_tokens/');
  }
}
