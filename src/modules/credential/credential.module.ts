import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiTokenEntity } from '../../database/entities/api-token.entity';
import { AssetEntity } from '../../database/entities/asset.entity';
import { CollectorLinkEntity } from '../../database/entities/collector-link.entity';
import { InstanceSettingEntity } from '../../database/entities/instance-setting.entity';
import { AuditModule } from '../audit/audit.module';
import { AccountModule } from '../account/account.module';
import { MfaModule } from '../mfa/mfa.module';
import { ApiTokenController } from './api-token.controller';
import { ApiTokenQuery } from './api-token.query';
import { ApiTokenRepository } from './api-token.repository';
import { ApiTokenService } from './api-token.service';
import { CollectorLinkController } from './collector-link.controller';
import { CollectorLinkRepository } from './collector-link.repository';
import { CollectorLinkService } from './collector-link.service';
import { CredentialController } from './credential.controller';
import { CredentialRepository } from './credential.repository';
import { CredentialService } from './credential.service';
import { TokenUseService } from './token-use.service';

/** API tokens, passwords and collector links. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiTokenEntity, AssetEntity, CollectorLinkEntity, InstanceSettingEntity]),
    AuditModule,
    AccountModule,
    MfaModule,
  ],
  controllers: [CredentialController, ApiTokenController, CollectorLinkController],
  providers: [
    ApiTokenQuery,
    ApiTokenRepository,
    ApiTokenService,
    CollectorLinkRepository,
    CollectorLinkService,
    CredentialRepository,
    CredentialService,
    TokenUseService,
  ],
  exports: [CredentialService, ApiTokenService, CollectorLinkService],
})
export class CredentialModule {}
