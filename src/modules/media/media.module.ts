import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetFileEntity, ImageRenditionEntity } from '../../database/entities/asset.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { PermissionModule } from '../permission/permission.module';
import { AssetFileController } from './asset-file.controller';
import { AssetFileRepository, RenditionRepository } from './asset-file.repository';
import { AssetFileService } from './asset-file.service';
import { ChoiceFileService } from './choice-file.service';
import { RemoteFileService, StoredFileService } from './remote-file.service';
import { RenditionService } from './rendition.service';

/** Asset files, image renditions, and reading of stored files. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AssetFileEntity, ImageRenditionEntity]),
    AccountModule,
    AuditModule,
    PermissionModule,
  ],
  controllers: [AssetFileController],
  providers: [
    AssetFileService,
    AssetFileRepository,
    ChoiceFileService,
    RemoteFileService,
    RenditionService,
    RenditionRepository,
    StoredFileService,
  ],
  exports: [AssetFileService, ChoiceFileService, RenditionService, StoredFileService],
})
export class MediaModule {}
