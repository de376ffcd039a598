import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../authorization/route-table';
import { AcceptGuard } from '../http/negotiation/accept.guard';
import { CredentialModule } from '../modules/credential/credential.module';
import { OAuthModule } from '../modules/oauth/oauth.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SessionModule } from '../modules/session/session.module';
import { AccessGuard } from './guards/access.guard';
import { AuthenticationGuard } from './guards/authentication.guard';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/** Global guards: content negotiation, then authentication and authorization. */
@Global()
@Module({
  imports: [CredentialModule, SessionModule, OAuthModule, PermissionModule, DiscoveryModule],
  providers: [
    TokenStrategy,
    BasicStrategy,
    BearerStrategy,
    SessionStrategy,
    AuthenticationGuard,
    RouteTable,
    { provide: APP_GUARD, useClass: AcceptGuard },
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [RouteTable],
})
export class AuthenticationModule {}
