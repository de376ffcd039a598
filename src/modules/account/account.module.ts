import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInFailureEntity } from '../../database/entities/sign-in-failure.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { AccountController } from './account.controller';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { PasswordHasher } from './password-hasher';
import { PasswordService } from './password.service';
import { ProfileService } from './profile.service';
import { SignInFailureQuery } from './sign-in-failure.query';
import { SignInFailureRepository } from './sign-in-failure.repository';
import { SignInThrottleService } from './sign-in-throttle.service';
import { UserController } from './user.controller';
import { UserService } from './user.service';

/** Users, and AnonymousUser among them. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, SignInFailureEntity])],
  controllers: [AccountController, UserController],
  providers: [
    AccountService,
    AccountRepository,
    PasswordHasher,
    PasswordService,
    ProfileService,
    SignInFailureQuery,
    SignInFailureRepository,
    SignInThrottleService,
    UserService,
  ],
  exports: [AccountService, PasswordService, ProfileService, SignInThrottleService],
})
export class AccountModule {}
