import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../authorization/route-table';
import { AcceptGuard } from '../http/negotiation/wire-format';
import { AccountModule } from '../modules/account/account.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { AccessGuard } from './guards/access.guard';
import { AuthenticationGuard } from './guards/authentication.guard';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy, TokenStrategy } from './strategies/token.strategy';
import { SessionStrategy } from './strategies/session.strategy';

/** Global guards: content negotiation, then authentication and authorization. */
@Global()
@Module({
  imports: [AccountModule, PermissionModule, DiscoveryModule],
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
