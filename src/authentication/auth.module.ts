import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { DoorTable } from '../authorization/door-table';
import { RouteTable } from '../authorization/route-table';
import { AcceptGuard } from '../http/negotiation/accept.guard';
import { CredentialModule } from '../modules/credential/credential.module';
import { OAuthModule } from '../modules/oauth/oauth.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SessionModule } from '../modules/session/session.module';
import { Authentication } from './authentication';
import { AdmissionGuard } from './guards/admission.guard';
import { PolicyCheck } from './policy-check';
import { RouteAdmission } from './route-admission';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/** The guards before every handler: whether any answer would do, and then all that its route demands. */
@Global()
@Module({
  imports: [CredentialModule, SessionModule, OAuthModule, PermissionModule, DiscoveryModule],
  providers: [
    TokenStrategy,
    BasicStrategy,
    BearerStrategy,
    SessionStrategy,
    Authentication,
    PolicyCheck,
    RouteAdmission,
    RouteTable,
    DoorTable,
    { provide: APP_GUARD, useClass: AcceptGuard },
    { provide: APP_GUARD, useClass: AdmissionGuard },
  ],
  exports: [RouteTable, DoorTable, RouteAdmission],
})
export class AuthModule {}
