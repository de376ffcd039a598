import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  SignInFailureEntity,
  KnownAddressEntity,
  UserEntity,
  SessionEntity,
  MfaMethodEntity,
  InstanceSettingEntity,
  InAppMessageEntity,
} from '../../database/entities/user.entity';
import { AuditModule } from '../audit/audit.module';
import { AccountController, EmailController, EmailConfirmationController } from './account.controller';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { CredentialRevocationService } from './credential-revocation.service';
import { EmailChangeKeys, PasswordResetKeys } from './account-keys';
import { EmailChangeService } from './email-change.service';
import { KnownAddressRepository, SignInFailureRepository } from './sign-in.repository';
import {
  KnownAddressService,
  RefusedSignInService,
  SignInChallengeService,
} from './sign-in-challenge.service';
import { NewPasswordService } from './new-password.service';
import { PasswordHasher } from './password-hasher';
import { PasswordService } from './password.service';
import { AccountMailService } from './account-mail.service';
import { PasswordRequestController, PasswordResetController } from './password-reset.controller';
import { PasswordRequestService, PasswordResetService } from './password-reset.service';
import { ProfileService } from './profile.service';
import { SignInThrottleService } from './sign-in-throttle.service';
import { UserController } from './user.controller';
import { UserService } from './user.service';
import { MfaEnrolmentService, UserMfaService } from './mfa/mfa-enrolment.service';
import { MfaController, UserMfaController } from './mfa/mfa.controller';
import { MfaRepository } from './mfa/mfa.repository';
import { MfaService } from './mfa/mfa.service';
import { OrganizationController } from './organization/organization.controller';
import { OrganizationService } from './organization/organization.service';
import {
  ApiTokenEntity,
  CollectorLinkEntity,
  OAuthApplicationEntity,
  OAuthGrantEntity,
  OAuthTokenEntity,
} from '../../database/entities/credential.entity';
import { AssetEntity } from '../../database/entities/asset.entity';
import { ApiTokenController } from './credential/api-token.controller';
import { ApiTokenRepository } from './credential/api-token.repository';
import { ApiTokenService, TokenUseService } from './credential/api-token.service';
import { CollectorLinkController, CredentialController } from './credential/credential.controller';
import {
  CollectorLinkRepository,
  CredentialRepository,
  UserCredentialsRepository,
} from './credential/credential.repository';
import { CollectorLinkService } from './credential/collector-link.service';
import { CredentialService } from './credential/credential.service';
import { CsrfService } from './session/csrf.service';
import { SessionRepository } from './session/session.repository';
import { SessionService, SessionUseService } from './session/session.service';
import { ApplicationController, AuthorizedApplicationController } from './oauth/application.controller';
import { ApplicationRepository } from './oauth/application.repository';
import { ApplicationService } from './oauth/application.service';
import { AuthorizationService, BearerService } from './oauth/authorization.service';
import { GrantRepository } from './oauth/grant.repository';
import { TokenExchangeController } from './oauth/token-exchange.controller';
import { TokenExchangeService } from './oauth/token-exchange.service';
import {
  OwnCredentialsController,
  UserCredentialsController,
} from './user-credentials/user-credentials.controller';
import { UserCredentialsService } from './user-credentials/user-credentials.service';
import { QuotaRepository } from './quota/quota.repository';
import { QuotaService } from './quota/quota.service';
import { AnnouncementController, InAppMessageController } from './message/in-app-message.controller';
import { InAppMessageRepository } from './message/in-app-message.repository';
import { InAppMessageService } from './message/in-app-message.service';

/** Users with their credentials, sessions, quotas and messages. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      UserEntity,
      SignInFailureEntity,
      KnownAddressEntity,
      MfaMethodEntity,
      ApiTokenEntity,
      AssetEntity,
      CollectorLinkEntity,
      InstanceSettingEntity,
      SessionEntity,
      OAuthApplicationEntity,
      OAuthGrantEntity,
      OAuthTokenEntity,
      InAppMessageEntity,
    ]),
    AuditModule,
  ],
  controllers: [
    AccountController,
    EmailController,
    EmailConfirmationController,
    UserController,
    PasswordRequestController,
    PasswordResetController,
    MfaController,
    UserMfaController,
    OrganizationController,
    CredentialController,
    ApiTokenController,
    CollectorLinkController,
    TokenExchangeController,
    ApplicationController,
    AuthorizedApplicationController,
    UserCredentialsController,
    OwnCredentialsController,
    InAppMessageController,
    AnnouncementController,
  ],
  providers: [
    AccountMailService,
    AccountService,
    AccountRepository,
    CredentialRevocationService,
    EmailChangeKeys,
    EmailChangeService,
    KnownAddressRepository,
    KnownAddressService,
    NewPasswordService,
    PasswordHasher,
    PasswordRequestService,
    PasswordResetKeys,
    PasswordResetService,
    PasswordService,
    ProfileService,
    QuotaRepository,
    QuotaService,
    RefusedSignInService,
    SignInChallengeService,
    SignInFailureRepository,
    SignInThrottleService,
    UserService,
    MfaService,
    MfaEnrolmentService,
    MfaRepository,
    UserMfaService,
    OrganizationService,
    ApiTokenRepository,
    ApiTokenService,
    CollectorLinkRepository,
    CollectorLinkService,
    CredentialRepository,
    CredentialService,
    TokenUseService,
    SessionService,
    SessionUseService,
    SessionRepository,
    CsrfService,
    ApplicationService,
    ApplicationRepository,
    AuthorizationService,
    BearerService,
    GrantRepository,
    TokenExchangeService,
    UserCredentialsService,
    UserCredentialsRepository,
    InAppMessageService,
    InAppMessageRepository,
  ],
  exports: [
    AccountService,
    EmailChangeService,
    KnownAddressService,
    NewPasswordService,
    PasswordRequestService,
    PasswordResetService,
    PasswordService,
    ProfileService,
    QuotaService,
    RefusedSignInService,
    SignInChallengeService,
    SignInThrottleService,
    UserService,
    MfaService,
    MfaEnrolmentService,
    UserMfaService,
    OrganizationService,
    CredentialService,
    ApiTokenService,
    CollectorLinkService,
    SessionService,
    CsrfService,
    ApplicationService,
    AuthorizationService,
    BearerService,
    UserCredentialsService,
    InAppMessageService,
  ],
})
export class AccountModule {}
