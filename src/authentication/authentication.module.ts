import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../authorization/route-table';
import { AcceptGuard } from '../http/negotiation/request';
import { AccountModule } from '../modules/account/account.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { AccessGuard, AuthenticationGuard } from './guards/access.guard';
import { BasicStrategy, BearerStrategy, TokenStrategy } from './strategies/authorization-header.strategy';
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
