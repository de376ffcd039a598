import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentActor, FromForm, OwnCredentials } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import { AuthorizationService } from '../../modules/oauth/authorization.service';
import { RepeatableQuery } from '../../http/negotiation/query';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentStep } from './consent.page';

type Sent = Readonly<Record<string, unknown>>;

/** Where applications send people to be asked (RFC 6749 3.1). */
@PageController('o/authorize')
export class AuthorizationPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials({ inService: true })
  async ask(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: Actor, @RepeatableQuery() sent: Sent) {
    return presentStep(visitor, await this.authorizations.begin(actor, sent), sent);
  }

  @Post()
  @HttpCode(200)
  @OwnCredentials({ inService: true })
  @FromForm()
  async decide(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: Actor, @Body() sent: Sent) {
    return presentStep(visitor, await this.authorizations.decide(actor, sent), sent);
  }
}
