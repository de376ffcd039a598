import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInFailureEntity } from '../../database/entities/sign-in-failure.entity';
import { KnownAddressEntity } from '../../database/entities/known-address.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { AuditModule } from '../audit/audit.module';
import { AccountController } from './account.controller';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { CredentialRevocationService } from './credential-revocation.service';
import { EmailChangeKeys } from './email-change-keys';
import { EmailChangeService } from './email-change.service';
import { EmailConfirmationController } from './email-confirmation.controller';
import { EmailController } from './email.controller';
import { KnownAddressQuery } from './known-address.query';
import { KnownAddressRepository } from './known-address.repository';
import { KnownAddressService } from './known-address.service';
import { PasswordHasher } from './password-hasher';
import { PasswordService } from './password.service';
import { AccountMailService } from './account-mail.service';
import { PasswordRequestController } from './password-request.controller';
import { PasswordRequestService } from './password-request.service';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetKeys } from './password-reset-keys';
import { PasswordResetService } from './password-reset.service';
import { ProfileService } from './profile.service';
import { RefusedSignInService } from './refused-sign-in.service';
import { SignInChallengeService } from './sign-in-challenge.service';
import { SignInFailureQuery } from './sign-in-failure.query';
import { SignInFailureRepository } from './sign-in-failure.repository';
import { SignInThrottleService } from './sign-in-throttle.service';
import { UserController } from './user.controller';
import { UserService } from './user.service';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, SignInFailureEntity, KnownAddressEntity]), AuditModule],
  controllers: [
    AccountController,
    EmailController,
    EmailConfirmationController,
    UserController,
    PasswordRequestController,
    PasswordResetController,
  ],
  providers: [
    AccountMailService,
    AccountService,
    AccountRepository,
    CredentialRevocationService,
    EmailChangeKeys,
    EmailChangeService,
    KnownAddressQuery,
    KnownAddressRepository,
    KnownAddressService,
    PasswordHasher,
    PasswordRequestService,
    PasswordResetKeys,
    PasswordResetService,
    PasswordService,
    ProfileService,
    RefusedSignInService,
    SignInChallengeService,
    SignInFailureQuery,
    SignInFailureRepository,
    SignInThrottleService,
    UserService,
  ],
  exports: [
    AccountService,
    EmailChangeService,
    KnownAddressService,
    PasswordRequestService,
    PasswordResetService,
    PasswordService,
    ProfileService,
    RefusedSignInService,
    SignInChallengeService,
    SignInThrottleService,
    UserService,
  ],
})
export class AccountModule {}
