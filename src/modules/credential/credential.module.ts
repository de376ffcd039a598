import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiTokenEntity } from '../../database/entities/api-token.entity';
import { InstanceSettingEntity } from '../../database/entities/instance-setting.entity';
import { AccountModule } from '../account/account.module';
import { ApiTokenController } from './api-token.controller';
import { ApiTokenQuery } from './api-token.query';
import { ApiTokenRepository } from './api-token.repository';
import { ApiTokenService } from './api-token.service';
import { CredentialController } from './credential.controller';
import { CredentialRepository } from './credential.repository';
import { CredentialService } from './credential.service';
import { TokenUseService } from './token-use.service';

/** Tokens and passwords: how callers prove who they are. */
@Module({
  imports: [TypeOrmModule.forFeature([ApiTokenEntity, InstanceSettingEntity]), AccountModule],
  controllers: [CredentialController, ApiTokenController],
  providers: [
    ApiTokenQuery,
    ApiTokenRepository,
    ApiTokenService,
    CredentialRepository,
    CredentialService,
    TokenUseService,
  ],
  exports: [CredentialService, ApiTokenService],
})
export class CredentialModule {}
