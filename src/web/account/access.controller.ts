import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { SCOPES } from '../../domain/account/scope';
import { readExpiry } from '../../domain/account/token-expiry';
import { AuditService } from '../../modules/audit/audit.service';
import { ApiTokenService, type TokenInput } from '../../modules/credential/api-token.service';
import { UserCredentialsService } from '../../modules/user-credentials/user-credentials.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { lineOf, readStart, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { ACCESS_PATH, presentAccess, presentCreatedToken } from './access.page';

const ENTRIES_PER_PAGE = 25;

/** Sessions, tokens and sign-ins of the visitor. */
@PageController('account/access')
export class AccessController {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly tokens: ApiTokenService,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    return presentAccess(visitor, await this.read(visitor.actor, query), { query });
  }

  @PostForm('tokens')
  @OwnCredentials()
  createToken(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return handleForm(async () => this.tokens.create(visitor.actor, readTokenForm(body)), {
      done: (token) => presentCreatedToken(visitor, token),
      invalid: async (errors) => presentAccess(visitor, await this.read(visitor.actor, {}), { errors }),
    });
  }

  @PostForm('credentials/:credential/revoke')
  @OwnCredentials()
  async revoke(@CurrentActor() actor: UserActor, @Param('credential') uid: string) {
    await this.credentials.revoke(actor, actor.username, uid);
    return presentRedirect(`${ACCESS_PATH}?done=revoked`);
  }

  private async read(actor: UserActor, query: Sent) {
    const window = { start: readStart(query), limit: ENTRIES_PER_PAGE };
    const [credentials, { items: entries, count }] = await Promise.all([
      this.credentials.list(actor, actor.username, SINGLE_PAGE),
      this.audit.list({ log: 'access', userId: actor.id }, undefined, window),
    ]);
    return { credentials: credentials.items, entries, window: { ...window, count } };
  }
}

function readTokenForm(body: Sent): TokenInput {
  const day = lineOf(body, 'date_expires', 40);
  return {
    name: lineOf(body, 'name', 100),
    scopes: body['access'] === 'read' ? ['read'] : [...SCOPES],
    expires: readExpiry(day === '' ? null : `${day}T23:59:59Z`),
  };
}
