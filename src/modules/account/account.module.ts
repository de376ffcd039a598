import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserEntity } from '../../database/entities/user.entity';
import { AccountController } from './account.controller';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { PasswordHasher } from './password-hasher';
import { PasswordService } from './password.service';
import { ProfileService } from './profile.service';
import { SignInFailureRepository } from './sign-in-failure.repository';
import { SignInThrottleService } from './sign-in-throttle.service';
import { UserController } from './user.controller';
import { UserService } from './user.service';

/** Users, and AnonymousUser among them. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [AccountController, UserController],
  providers: [
    AccountService,
    AccountRepository,
    PasswordHasher,
    PasswordService,
    ProfileService,
    SignInFailureRepository,
    SignInThrottleService,
    UserService,
  ],
  exports: [AccountService, PasswordService, ProfileService, SignInThrottleService],
})
export class AccountModule {}
