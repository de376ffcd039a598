import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserEntity } from '../../database/entities/user.entity';
import { AccountController } from './account.controller';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { PasswordHasher } from './password-hasher';

/** Users, and AnonymousUser among them. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [AccountController],
  providers: [AccountService, AccountRepository, PasswordHasher],
  exports: [AccountService],
})
export class AccountModule {}
