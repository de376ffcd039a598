import { Body, Get, HttpCode } from '@nestjs/common';
import { OwnCredentials } from '../../authorization/policy';
import { AuthorizationService } from '../../modules/oauth/authorization.service';
import { RepeatableQuery } from '../../http/negotiation/query';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { presentAuthorizationStep } from './consent.page';

/** Authorization endpoint (RFC 6749 3.1). */
@PageController('o/authorize')
export class AuthorizationPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials({ inService: true })
  async begin(@CurrentVisitor() visitor: Visitor, @RepeatableQuery() sent: Sent) {
    return presentAuthorizationStep(visitor, await this.authorizations.begin(visitor.actor, sent), sent);
  }

  @PostForm()
  @HttpCode(200)
  @OwnCredentials({ inService: true })
  async decide(@CurrentVisitor() visitor: Visitor, @Body() sent: Sent) {
    return presentAuthorizationStep(visitor, await this.authorizations.decide(visitor.actor, sent), sent);
  }
}
