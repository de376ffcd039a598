import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../access/route-table';
import { AcceptGuard } from '../http/negotiation/accept.guard';
import { CredentialModule } from '../modules/credential/credential.module';
import { OAuthModule } from '../modules/oauth/oauth.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SessionModule } from '../modules/session/session.module';
import { AuthenticationGuard } from './guards/authentication.guard';
import { BodyGuard } from './guards/body.guard';
import { OwnPageGuard } from './guards/own-page.guard';
import { PolicyGuard } from './guards/policy.guard';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/** The guards before every handler: whether any answer would do, who is asking, whether they may, only then what they send, and whether a page of ours did. */
@Global()
@Module({
  imports: [CredentialModule, SessionModule, OAuthModule, PermissionModule, DiscoveryModule],
  providers: [
    TokenStrategy,
    BasicStrategy,
    BearerStrategy,
    SessionStrategy,
    RouteTable,
    { provide: APP_GUARD, useClass: AcceptGuard },
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: PolicyGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_GUARD, useClass: OwnPageGuard },
  ],
  exports: [RouteTable],
})
export class AuthModule {}
