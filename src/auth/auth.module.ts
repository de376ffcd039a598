import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CredentialModule } from '../modules/credential/credential.module';
import { OAuthModule } from '../modules/oauth/oauth.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SessionModule } from '../modules/session/session.module';
import { AuthenticationGuard } from './guards/authentication.guard';
import { PolicyGuard } from './guards/policy.guard';
import { RouteTable } from '../access/route-table';
import { BodyGuard } from '../http/body/body.guard';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/** Three guards before every handler: who is asking, whether they may, and only then what they send. */
@Global()
@Module({
  imports: [CredentialModule, SessionModule, OAuthModule, PermissionModule, DiscoveryModule],
  providers: [
    TokenStrategy,
    BasicStrategy,
    BearerStrategy,
    SessionStrategy,
    RouteTable,
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: PolicyGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
  ],
  exports: [RouteTable],
})
export class AuthModule {}
